import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { DateField } from '../../shared/form/DateField';
import { SelectField } from '../../shared/form/SelectField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { useOperator } from '../../shared/session/session';
import { common } from '../../shared/texts';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { Shapes } from '../../shared/ui/SectionSkeleton';
import { policyQuery, useSetPolicy } from './api';
import css from './operators.module.css';
import { isOfProgramme, policySchema } from './rules';
import { t } from './texts';

type Who = keyof typeof t.policy.words;
type Policy = { requiredOf: Who; since: string | null };

const options = Object.entries(t.policy.words).map(([value, label]) => ({ value, label }));

function PolicyForm({ policy }: { policy: Policy }) {
  const save = useSetPolicy();
  const form = useAppForm({
    schema: policySchema,
    initial: { requiredOf: policy.requiredOf as string, since: policy.since ?? '' },
    save: ({ requiredOf, since }) =>
      save.mutateAsync({
        requiredOf: requiredOf as Who,
        since: requiredOf === 'nobody' ? null : since,
      }),
    saved: () => notifyDone(t.done.policy),
    draft: 'operators/policy',
  });
  const requiredOf = form.field('requiredOf');
  return (
    <AppForm form={form} label={t.policy.title}>
      <div className={css.policy}>
        <SelectField {...requiredOf} label={t.policy.of} options={options} />
        {requiredOf.value !== 'nobody' && (
          <DateField {...form.field('since')} label={t.policy.since} required />
        )}
      </div>
      <div>
        <Button type="submit" loading={form.saving} disabled={!form.dirty}>
          {common.save}
        </Button>
      </div>
    </AppForm>
  );
}

/** Who must have a second factor; only an administrator of the programme changes it. */
export function PolicySection() {
  const caller = useOperator();
  const query = useQuery(policyQuery);
  return (
    <Section title={t.policy.title} hint={t.policy.hint}>
      <Loaded query={query} skeleton={<Shapes fields={1} />}>
        {(policy) =>
          isOfProgramme(caller) ? (
            <PolicyForm policy={policy} />
          ) : (
            <p className={css.empty}>
              {t.policy.readOnly(t.policy.words[policy.requiredOf], policy.since ?? '')}
            </p>
          )
        }
      </Loaded>
    </Section>
  );
}
