import { type ReactNode, useId } from 'react';
import css from './Section.module.css';

type Props = {
  title: string;
  /** The title is for assistive technology only: the content speaks for itself. */
  untitled?: boolean;
  /** One sentence under the title. */
  hint?: ReactNode;
  /** Buttons on the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** A section of a page with a title. */
export function Section({ title, untitled, hint, actions, children }: Props) {
  const id = useId();
  return (
    <section
      className={css.section}
      {...(untitled ? { 'aria-label': title } : { 'aria-labelledby': id })}
    >
      {!untitled && (
        <header className={css.header}>
          <div>
            <h2 id={id} className={css.title}>
              {title}
            </h2>
            {hint && <p className={css.hint}>{hint}</p>}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
