import type { ReactNode } from 'react';
import { t } from '../texts';
import { Logo } from './Logo';
import css from './Splash.module.css';

/** The splash screen with the logo. */
export function Splash({ children }: { children?: ReactNode }) {
  return (
    <main className={css.splash}>
      <h1 className={css.brand}>
        <Logo />
        {t.product}
      </h1>
      {children}
    </main>
  );
}
