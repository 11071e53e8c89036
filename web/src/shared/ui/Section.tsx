import { type ReactNode, useId } from 'react';
import css from './Section.module.css';

type Props = {
  title: string;
  /** One sentence under the title. */
  hint?: ReactNode;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A card of a page: a title and what belongs to it. */
export function Section({ title, hint, actions, children }: Props) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <header className={css.header}>
        <div>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {hint && <p className={css.hint}>{hint}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
