import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AppForm } from '../../../shared/form/AppForm';
import { FormBar } from '../../../shared/form/FormActions';
import { MomentField } from '../../../shared/form/MomentField';
import { looseLife } from '../../../shared/form/photo';
import { RichTextField } from '../../../shared/form/RichTextField';
import { unlessStale } from '../../../shared/form/refusal';
import { SelectField } from '../../../shared/form/SelectField';
import { formRules } from '../../../shared/form/schema';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { useBackToCard } from '../../../shared/form/useBackToCard';
import { WordsField } from '../../../shared/form/WordsField';
import { newsLinks } from '../../../shared/links/news';
import { notifyDone, notifyProblem } from '../../../shared/notice/notices';
import { useOperator } from '../../../shared/session/session';
import { common } from '../../../shared/texts';
import { Section } from '../../../shared/ui/Section';
import { cardQuery, useCreate, useSave } from '../api';
import { serverErrors } from '../errors';
import { t } from '../texts';
import type { Card } from '../wire';
import { AudienceFields } from './AudienceFields';
import { Extras } from './Extras';
import css from './form.module.css';
import { ImagesField } from './ImagesField';
import { afterApproval, fieldOf, limits, newsRules, outcomeOf, today } from './rules';
import { bodyOf, draftName, emptyValues, type NewsValues, pins, valuesOf } from './values';

// Drops images whose upload had not ended, and those that the server has deleted after a day.
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
  const back = useBackToCard(newsLinks.card({ uuidNews }));
  const base = card ? valuesOf(card) : emptyValues;
  const fresh = () => client.fetchQuery({ ...cardQuery(uuidNews), staleTime: 0 });
  const form = useAppForm({
    schema: formRules<NewsValues>(newsRules(base, Date.now)),
    initial: base,
    save: async (values: NewsValues, { key }) => {
      const { done } = outcomeOf({ values, base, card, chairman }, Date.now());
      const body = bodyOf(values, base);
      const id = card
        ? await save
            .mutateAsync({ body, version: values.version })
            .catch(unlessStale(values.version, fresh)) // the survey may have votes by now
        : await create.mutateAsync({ body, key });
      return { id, done };
    },
    saved: ({ id, done }) => {
      notifyDone(done);
      if (card) back();
      else void navigate({ to: newsLinks.card({ uuidNews: id }), replace: true });
    },
    fieldOf,
    refused: (problem) => {
      const fields = problem.errors.map(({ field }) => fieldOf(field));
      if (fields.includes('pooling')) notifyProblem(problem, { 422: t.survey.failed });
      if (fields.includes('event')) notifyProblem(problem, { 422: t.event.failed });
      return undefined;
    },
    errors: serverErrors(card ? t.errors.save : t.errors.create),
    reload: card ? async () => valuesOf(await fresh()) : undefined,
    draft: draftName(card),
    revive,
  });
  const leave = card ? back : () => void navigate({ to: newsLinks.list() });
  return {
    form,
    base,
    leave,
    outcome: outcomeOf({ values: form.values, base, card, chairman }, Date.now()),
  };
}

/** The add and edit form of a news item. */
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
            <ImagesField {...field('keyFiles')} stored={card?.item.photoUrl ?? []} />
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
            {/* No submit button: Enter in a field must not publish. */}
            <FormBar>
              <Button onClick={form.submit} loading={form.saving} fullWidth>
                {outcome.button}
              </Button>
              <Button variant="default" onClick={() => form.cancel(leave)} fullWidth>
                {common.cancel}
              </Button>
            </FormBar>
          </div>
        </div>
      </div>
    </AppForm>
  );
}
