import css from './keys.module.css';

type Props = { children: string /** Its button already says what it does. */; hidden?: boolean };

/** A key of the keyboard. */
export function Key({ children, hidden }: Props) {
  return (
    <kbd className={css.key} aria-hidden={hidden}>
      {children}
    </kbd>
  );
}
