import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { applicationLinks } from '../../../shared/links/applications';
import { studentLinks } from '../../../shared/links/students';
import { Message } from '../../../shared/ui/Message';
import { checksQuery } from '../api';
import { t } from '../card/texts';
import css from './checks.module.css';

/** What to look at before deciding about an application; nothing while it loads, fails or finds nothing. */
export function Checks({ uuidUser }: { uuidUser: string }) {
  const { data } = useQuery(checksQuery(uuidUser));
  if (!data || data.items.length === 0) return null;
  return (
    <Message tone="warning" title={t.checks}>
      <ul className={css.list}>
        {data.items.map(({ kind, text, uuidUser: other, isApplication }) => (
          <li key={`${kind} ${other}`}>
            {text}{' '}
            {other && (
              <Link
                className={css.link}
                to={(isApplication ? applicationLinks : studentLinks).card({ uuidUser: other })}
              >
                {t.open}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Message>
  );
}
