import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../kit/format/day';
import { attentionQuery, type Task } from '../../shared/attention/api';
import { t } from '../../shared/attention/texts';
import { targetOf } from '../../shared/links/target';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { Shapes } from '../../shared/ui/SectionSkeleton';
import css from './attention.module.css';

function Row({ task: { kind, count, oldest, href } }: { task: Task }) {
  return (
    <li>
      <Link className={css.row} {...targetOf(href)}>
        <span className={css.name}>{t.rows[kind](count)}</span>
        <span className={css.hint}>{t.hints[kind]}</span>
        {oldest && <span className={css.since}>{t.since(formatDay(oldest))}</span>}
      </Link>
    </li>
  );
}

function Nothing() {
  return (
    <div className={css.nothing}>
      <p className={css.name}>{t.nothing}</p>
      <p className={css.hint}>{t.nothingHint}</p>
    </div>
  );
}

/** /attention: what requires attention, a row and one action for each kind. */
export function AttentionPage() {
  const query = useQuery(attentionQuery);
  return (
    <Page title={t.title} wide="card">
      <Loaded query={query} skeleton={<Shapes rows={4} />}>
        {(tasks) =>
          tasks.length === 0 ? (
            <Nothing />
          ) : (
            <ul className={css.rows}>
              {tasks.map((task) => (
                <Row key={task.kind} task={task} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
