import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { t } from '../texts';
import css from './Sheet.module.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A bottom sheet. Closed by Esc, a tap outside or its button. */
export function Sheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the first paint, because a visible sheet must already react to Esc.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog
    <dialog
      ref={dialog}
      className={css.sheet}
      aria-label={title}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
    >
      <div className={css.body}>
        <div className={css.head}>
          <h2 className={css.title}>{title}</h2>
          <button type="button" className={css.close} onClick={() => dialog.current?.close()}>
            {t.close}
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
