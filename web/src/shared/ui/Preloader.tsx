import { Loader } from '@mantine/core';
import { common } from '../texts';
import css from './Preloader.module.css';

/** Stands while nothing else can be shown yet. It fades in late: a quick answer shows none at all. */
export function Preloader() {
  return (
    <div className={css.preloader} role="status" aria-label={common.loading}>
      <Loader size="md" aria-hidden />
    </div>
  );
}
