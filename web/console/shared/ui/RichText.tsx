import { Skeleton } from '@mantine/core';
import { lazily } from './lazily';
import css from './RichText.module.css';

// Lazy: only cards show formatted text, and the sanitizer is large.
const SafeHtml = lazily(() => import('./SafeHtml').then((file) => file.SafeHtml), {
  waiting: <Skeleton height={48} />,
});

/** Rich text from a RichTextField. */
export function RichText({ source }: { source: string }) {
  return <SafeHtml className={css.text} source={source} />;
}
