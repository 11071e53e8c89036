import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { History } from '../../shared/history/History';
import { Neighbours } from '../../shared/list/Neighbours';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { cardQuery, historyQuery } from './api';
import { CardActions } from './CardActions';
import { CardBones } from './CardBones';
import css from './card.module.css';
import { Details } from './Details';
import { historyWords } from './history';
import { type Mode, modes } from './mode';
import { Photo } from './Photo';
import { fullName, tones } from './rules';
import { t } from './texts';

function CardPage({ mode }: { mode: Mode }) {
  const { uuidUser = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { options } = useRouter();
  const { data: card, error, refetch, isFetching } = useQuery(cardQuery(uuidUser));
  const student = card?.student;
  const name = student && fullName(student.studentInfo);
  return (
    <Page
      title={name ?? mode.texts.card}
      back={`${mode.list.path}${options.stringifySearch?.(search) ?? ''}`}
      status={
        student && (
          <StatusBadge tone={tones[student.status]}>{t.statuses[student.status]}</StatusBadge>
        )
      }
      actions={<Neighbours list={mode.list} id={uuidUser} />}
      wide
    >
      {card && (
        <div className={css.card}>
          <Section title={mode.texts.card}>
            <Photo student={card.student} />
            <CardActions card={card} mode={mode} />
          </Section>
          <div className={css.column}>
            <Details student={card.student} />
            <History query={historyQuery(uuidUser)} words={historyWords} />
          </div>
        </div>
      )}
      {!card && !error && <CardBones />}
      {!card && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}

/** /card/{uuidUser}: the card of a student. */
export function StudentCardPage() {
  return <CardPage mode={modes.students} />;
}

/** /application/card/{uuidUser}: the same card, to decide about an application. */
export function ApplicationCardPage() {
  return <CardPage mode={modes.applications} />;
}
