import { type FormEvent, useRef } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { t as common } from '../../shared/texts';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Retry } from '../../shared/ui/Retry';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { CheckStep } from './CheckStep';
import { type Draft, draftOf } from './draft';
import css from './join.module.css';
import { PersonStep } from './PersonStep';
import { PhotosStep } from './PhotosStep';
import { consentField, draftField, isMinor, type Step, stepOf, steps, wrongIn } from './rules';
import { StudyStep } from './StudyStep';
import { t } from './texts';
import { isNeeded, type Join, useJoin, type Wrong } from './useJoin';

const last = 'check';

/** The steps, and the summary before sending. */
type Place = Step | typeof last;

const isPlace = (text: string | undefined): text is Place =>
  text === last || steps.some((step) => step === text);

const backOf = (place: Place) => {
  const at = place === last ? steps.length : steps.indexOf(place);
  const before = steps[at - 1];
  return before ? links.joinStep(before) : links.home;
};

function wrongAt(step: Step, draft: Draft, { texts, agreed }: Join): Wrong {
  const wrong = wrongIn(step, draft);
  if (step !== 'photos') return wrong;
  for (const text of texts) {
    if (isNeeded(text, isMinor(draft)) && !agreed.has(text.kind)) {
      wrong[consentField(text.kind)] = t.consents.error;
    }
  }
  return wrong;
}

/** The fields that the operator wants corrected. */
const toCorrect = ({ progress }: Join) =>
  progress?.status === 'rejected' ? progress.fields.map(draftField) : [];

/** A correction starts at the first step with a field to correct. */
const firstOf = (join: Join): Step => {
  const wrong = toCorrect(join).map(stepOf);
  return steps.find((step) => wrong.includes(step)) ?? 'study';
};

/** The operator's words at the fields to correct, until they change. */
function asked(join: Join): Wrong {
  const { progress, draft } = join;
  const before = progress?.application ? draftOf(progress.application) : undefined;
  const textOf = (of: Draft | undefined, field: string) =>
    JSON.stringify(of?.[field as keyof Draft]);
  const isOld = (field: string) => textOf(draft, field) === textOf(before, field);
  const words = progress?.reason ? t.operatorAsks(progress.reason) : t.operator;
  const fields = toCorrect(join).filter(isOld);
  return Object.fromEntries(fields.map((field) => [field, words]));
}

function Body({ place, draft, join }: { place: Place; draft: Draft; join: Join }) {
  const wrong = { ...asked(join), ...join.wrong };
  const { change } = join;
  if (place === 'study') return <StudyStep {...{ draft, change, wrong }} />;
  if (place === 'person') return <PersonStep {...{ draft, change, wrong }} />;
  if (place === 'photos') return <PhotosStep {...join} {...{ draft, wrong }} />;
  return <CheckStep draft={draft} phone={join.member?.phone ?? ''} />;
}

function Progress({ place }: { place: Place }) {
  const at = place === last ? steps.length : steps.indexOf(place) + 1;
  return (
    <div className={css.progress} aria-hidden="true">
      {steps.map((step, i) => (
        <span key={step} data-done={i < at || undefined} />
      ))}
    </div>
  );
}

function useMoves(place: Place, join: Join) {
  const [, go] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const focusWrong = () =>
    setTimeout(() => {
      const first = form.current?.querySelector<HTMLElement>('[aria-invalid], [data-wrong] input');
      first?.focus();
      first?.scrollIntoView({ block: 'center' });
    });
  const forward = (draft: Draft) => {
    if (place !== last) {
      const wrong = wrongAt(place, draft, join);
      join.setWrong(wrong);
      if (Object.keys(wrong).length > 0) return focusWrong();
      return go(links.joinStep(steps[steps.indexOf(place) + 1] ?? last));
    }
    const broken = steps.find((step) => Object.keys(wrongAt(step, draft, join)).length > 0);
    if (broken) {
      join.setWrong(wrongAt(broken, draft, join));
      go(links.joinStep(broken));
      return focusWrong();
    }
    return join.send.mutate(draft, { onSuccess: () => go(links.home, { replace: true }) });
  };
  return { form, forward };
}

/** Errors by field, with a link to the first of them. */
function Refused({ join }: { join: Join }) {
  const [, go] = useLocation();
  const { error } = join.send;
  if (!error) return null;
  const [field] = Object.keys(join.wrong);
  return (
    <>
      <Note tone="red" alert>
        {field ? Object.values(join.wrong).join('\n') : inWords(error)}
      </Note>
      {field && (
        <Button look="quiet" onClick={() => go(links.joinStep(stepOf(field)))}>
          {t.check.fix}
        </Button>
      )}
    </>
  );
}

function Waiting({ join: { application } }: { join: Join }) {
  const { error, refetch, isFetching } = application;
  if (error) return <Retry error={error} onRetry={refetch} busy={isFetching} />;
  return <Skeleton bars={[52, 52, 52, 52]} />;
}

/** The application in three steps, and a summary before sending. */
export function JoinScreen() {
  const { step } = useParams<{ step?: string }>();
  const join = useJoin();
  const place = isPlace(step) ? step : firstOf(join);
  const { draft, progress, send } = join;
  const { form, forward } = useMoves(place, join);
  const status = progress?.status;
  const hasLeft = progress?.hasLeft ?? false;
  if (status === 'moderation' || (status === 'blocked' && !hasLeft)) {
    return <Redirect to={links.home} replace />;
  }
  const isLast = place === last;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft) forward(draft);
  };
  const action = (
    <Button type="submit" busy={send.isPending} disabled={!draft}>
      {isLast ? (send.isPending ? t.check.sending : t.check.send) : common.next}
    </Button>
  );
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      <Screen
        title={t.titles[place]}
        lead={isLast ? t.checkLead : t.step(steps.indexOf(place) + 1)}
        back={backOf(place)}
        action={action}
      >
        <Progress place={place} />
        {status === 'rejected' && !hasLeft && progress?.reason && (
          <Note tone="amber" title={t.operatorSays}>
            {progress.reason}
          </Note>
        )}
        {isLast && <Refused join={join} />}
        {isLast && status === 'active' && <Note tone="amber">{t.check.renewing}</Note>}
        {draft ? <Body {...{ place, draft, join }} /> : <Waiting join={join} />}
      </Screen>
    </form>
  );
}
