import { type ReactNode, useEffect } from 'react';
import { common } from '../../shared/texts';
import { Brand } from '../../shared/ui/Brand';
import css from './AuthLayout.module.css';
import { t } from './texts';

type Props = { title: string; hint?: string; children: ReactNode };

/** The layout of the sign-in pages: a cover and one form. */
export function AuthLayout({ title, hint, children }: Props) {
  useEffect(() => {
    document.title = `${title} — ${common.product}`;
  }, [title]);
  return (
    <div className={css.layout}>
      <aside className={css.cover}>
        <p className={css.motto}>{t.cover.title}</p>
        <p className={css.text}>{t.cover.text}</p>
      </aside>
      <main className={css.main}>
        <div className={css.box}>
          <Brand />
          <div className={css.head}>
            <h1 className={css.title}>{title}</h1>
            {hint && <p className={css.hint}>{hint}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
