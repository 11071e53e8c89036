import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import css from './RichText.module.css';

// Lazy: only cards show formatted text, and the gate before it has its weight.
const SafeHtml = lazy(() => import('./SafeHtml').then((file) => ({ default: file.SafeHtml })));

/** Formatted text that somebody wrote in a RichTextField. */
export function RichText({ source }: { source: string }) {
  return (
    <Suspense fallback={<Skeleton height={48} />}>
      <SafeHtml className={css.text} source={source} />
    </Suspense>
  );
}
