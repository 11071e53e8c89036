import { Loader } from '@mantine/core';
import { common } from '../texts';
import css from './Preloader.module.css';

/** A page loader; fades in late, so that a quick load shows nothing. */
export function Preloader() {
  return (
    <div className={css.preloader} role="status" aria-label={common.loading}>
      <Loader size="md" aria-hidden />
    </div>
  );
}
