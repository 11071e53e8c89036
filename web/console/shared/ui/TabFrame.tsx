import type { ReactNode } from 'react';
import css from './TabFrame.module.css';

type Props = {
  /** Beside the buttons: how many there are, or a hint. */
  note?: ReactNode;
  /** Buttons on the right; the one that adds is the last. */
  actions?: ReactNode;
  /** The sentence of an empty tab, shown instead of the content. */
  empty?: string | false;
  children?: ReactNode;
};

/** A tab of a card: the note and the buttons are in the same place on every tab, and empty tabs look alike. */
export function TabFrame({ note, actions, empty, children }: Props) {
  return (
    <div className={css.tab}>
      {(note || actions) && (
        <div className={css.bar}>
          {note && <div className={css.note}>{note}</div>}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
      {empty ? <p className={css.empty}>{empty}</p> : children}
    </div>
  );
}
