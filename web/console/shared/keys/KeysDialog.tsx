import { Link } from '@tanstack/react-router';
import { settingsLinks } from '../links/settings';
import { Dialog } from '../ui/Dialog';
import { Key } from './Key';
import css from './keys.module.css';
import { t } from './texts';

/** All keys of the console. */
export function KeysDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={t.title} onClose={close}>
      <div className={css.groups}>
        {t.groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className={css.title}>{title}</h3>
            <dl className={css.keys}>
              {keys.map(([key, does]) => (
                <div key={key} className={css.line}>
                  <dt>
                    <Key>{key}</Key>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className={css.note}>
          {t.note} {t.off}
        </p>
        <Link className={css.link} to={settingsLinks.guide()} onClick={close}>
          {t.guide}
        </Link>
      </div>
    </Dialog>
  );
}
