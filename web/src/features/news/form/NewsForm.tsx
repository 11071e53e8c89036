import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { asProblem, Problem } from '../../../shared/api/problem';
import { AppForm } from '../../../shared/form/AppForm';
import { MomentField } from '../../../shared/form/MomentField';
import { looseLife } from '../../../shared/form/photo';
import { RichTextField } from '../../../shared/form/RichTextField';
import { SelectField } from '../../../shared/form/SelectField';
import { ruled, wholeForm } from '../../../shared/form/schema';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { useBackToCard } from '../../../shared/form/useBackToCard';
import { WordsField } from '../../../shared/form/WordsField';
import { notifyDone, notifyProblem } from '../../../shared/notice/notices';
import { useOperator } from '../../../shared/session/session';
import { common } from '../../../shared/texts';
import { Section } from '../../../shared/ui/Section';
import { type Card, cardQuery, useCreate, useSave } from '../api';
import { broken } from '../errors';
import { t } from '../texts';
import { AudienceFields } from './AudienceFields';
import { Extras } from './Extras';
import css from './form.module.css';
import { ImagesField } from './ImagesField';
import { afterApproval, limits, newsRules, outcomeOf, refusedFields, today } from './rules';
import { bodyOf, draftName, emptyValues, type NewsValues, pins, valuesOf } from './values';

// Images on their way are lost with the page, and the server forgets unsaved ones after a day.
const revive = (values: NewsValues, { at }: { at: number }): NewsValues => ({
  ...values,
  keyFiles: values.keyFiles.filter(
    ({ key, loose }) => key !== null && (!loose || Date.now() - at < looseLife),
  ),
});

const pinOptions = [
  { value: pins.no, label: t.form.pins.no },
  { value: pins.yes, label: t.form.pins.yes },
];

function useNewsForm(card: Card | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { chairman } = useOperator();
  const create = useCreate();
  const uuidNews = card?.item.uuidNews ?? '';
  const save = useSave(uuidNews);
  const back = useBackToCard(`/news/${uuidNews}`);
  const base = card ? valuesOf(card) : emptyValues;
  const fresh = () => client.fetchQuery({ ...cardQuery(uuidNews), staleTime: 0 });
  // A 409 upon the present version is no conflict of two operators: a survey has got votes meanwhile.
  const unlessStale = async (thrown: unknown): Promise<never> => {
    const { status, detail } = asProblem(thrown);
    if (status === 409 && (await fresh()).version === form.values.version) {
      throw new Problem(422, { errors: [{ field: wholeForm, message: detail }] });
    }
    throw thrown;
  };
  const form = useAppForm({
    schema: ruled<NewsValues>(newsRules(base, Date.now)),
    initial: base,
    save: async (values: NewsValues, { key }) => {
      const { done } = outcomeOf({ values, base, card, chairman }, Date.now());
      const body = bodyOf(values, base);
      const id = card
        ? await save.mutateAsync({ body, version: values.version }).catch(unlessStale)
        : await create.mutateAsync({ body, key });
      return { id, done };
    },
    saved: ({ id, done }) => {
      notifyDone(done);
      if (card) back();
      else void navigate({ to: `/news/${id}`, replace: true });
    },
    refused: (problem) => {
      const fields = refusedFields(problem);
      if (fields?.pooling) notifyProblem(problem, { 422: t.survey.failed });
      if (fields?.event) notifyProblem(problem, { 422: t.event.failed });
      return fields;
    },
    errors: broken(card ? t.errors.save : t.errors.create),
    reload: card ? async () => valuesOf(await fresh()) : undefined,
    draft: draftName(card),
    revive,
  });
  const leave = card ? back : () => void navigate({ to: '/news' });
  return {
    form,
    base,
    leave,
    outcome: outcomeOf({ values: form.values, base, card, chairman }, Date.now()),
  };
}

/** The form of a news item, to add and to edit. */
export function NewsForm({ card }: { card: Card | null }) {
  const { form, base, leave, outcome } = useNewsForm(card);
  const { field, values } = form;
  const later = afterApproval(values, Date.now());
  return (
    <AppForm form={form} label={card ? t.form.edit : t.form.add}>
      <div className={css.columns}>
        <div className={css.column}>
          <Section title={t.form.main}>
            <TextField {...field('title')} label={t.form.name} limit={limits.title} required />
            <RichTextField
              {...field('content')}
              label={t.form.content}
              placeholder={t.form.contentPlaceholder}
              limit={limits.content}
            />
          </Section>
          <Section title={t.form.images}>
            <ImagesField {...field('keyFiles')} />
          </Section>
          <Extras field={field} values={values} base={base} card={card} />
        </div>
        <div className={css.column}>
          <AudienceFields field={field} values={values} card={card} />
          <Section title={t.form.pinAndTags}>
            <SelectField {...field('pin')} label={t.form.pin} options={pinOptions} />
            {values.pin === pins.yes && (
              <MomentField
                {...field('fixToDate')}
                label={t.form.pinUntil}
                minDate={today(Date.now())}
                required
              />
            )}
            <WordsField
              {...field('tags')}
              label={t.form.tags}
              placeholder={t.form.tagsPlaceholder}
              description={t.form.tagsHint}
              most={limits.tags}
              longest={limits.tag}
            />
          </Section>
          <div className={css.submit}>
            {later && <p className={css.hint}>{later}</p>}
            {/* Not of type submit: Enter in a field must not publish. */}
            <Button onClick={form.submit} loading={form.saving} fullWidth>
              {outcome.button}
            </Button>
            <Button variant="default" onClick={() => form.cancel(leave)} fullWidth>
              {common.cancel}
            </Button>
          </div>
        </div>
      </div>
    </AppForm>
  );
}
