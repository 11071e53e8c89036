import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import css from './ListPage.module.css';
import { t } from './texts';

type BoxProps = {
  ref?: Ref<HTMLDivElement>;
  loading: boolean;
  /** The rows answer an earlier request. */
  old: boolean;
  children: ReactNode;
};

/** The frame of a list's rows: a thin line while they load, dimmed rows of an earlier request. */
export function ListBox({ ref, loading, old, children }: BoxProps) {
  return (
    <div
      ref={ref}
      className={css.box}
      data-loading={loading || undefined}
      data-old={old || undefined}
      aria-busy={loading}
    >
      {children}
    </div>
  );
}

type EmptyProps = {
  text: string;
  hint?: string;
  /** Given while a search or filter is active. */
  onReset?: () => void;
};

/** In place of the rows: what to do next, or the way out of a filter. */
export function EmptyList({ text, hint, onReset }: EmptyProps) {
  return (
    <div className={css.empty}>
      <p className={css.emptyText}>{onReset ? t.nothing : text}</p>
      {(onReset || hint) && <p className={css.emptyHint}>{onReset ? t.nothingHint : hint}</p>}
      {onReset && (
        <Button variant="default" onClick={onReset}>
          {t.reset}
        </Button>
      )}
    </div>
  );
}
