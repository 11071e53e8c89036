import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { overLimit } from '../../shared/form/limit';
import { type FormErrors, formRules } from '../../shared/form/schema';
import { t as formTexts } from '../../shared/form/texts';
import { type FieldProps, useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { reasonsQuery, useSaveReasons } from './api';
import css from './catalogues.module.css';
import { t } from './texts';
import type { Reasons } from './wire';

const most = 20;
const longest = 500;

type Line = { key: number; text: string };
type Values = {
  reasons: readonly Line[];
  /** Part of the values: after a 409 and a reload the form must send the new version. */
  version: number;
};

const schema = formRules<Values>(({ reasons }) => {
  const errors: FormErrors = {};
  if (reasons.some(({ text }) => text.trim() === '')) errors.reasons = t.reasons.required;
  return errors;
});

const valuesOf = ({ reasons, version }: Reasons): Values => ({
  reasons: reasons.map((text, key) => ({ key, text })),
  version,
});

function swapped(lines: readonly Line[], at: number): Line[] {
  const next = [...lines];
  const [moved] = next.splice(at, 1);
  if (moved) next.splice(at - 1, 0, moved);
  return next;
}

function Lines({ value, onChange, error, note }: FieldProps<readonly Line[]>) {
  const tool = (label: string, Icon: typeof IconX, run: () => void, disabled = false) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      disabled={disabled}
      onClick={run}
    >
      <Icon size={iconSize.md} stroke={iconStroke} />
    </ActionIcon>
  );
  const last = value.length - 1;
  const list = (
    <ol className={css.reasons}>
      {value.map(({ key, text }, at) => (
        <li key={key} className={css.reason}>
          <TextInput
            className={css.text}
            aria-label={t.reasons.reason(at + 1)}
            value={text}
            error={overLimit(text, longest) ?? (text.trim() === '' ? error : undefined)}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              onChange(value.map((line) => (line.key === key ? { key, text: typed } : line)));
            }}
          />
          {tool(
            t.reasons.up(text || t.reasons.empty),
            IconArrowUp,
            () => onChange(swapped(value, at)),
            at === 0,
          )}
          {tool(
            t.reasons.down(text || t.reasons.empty),
            IconArrowDown,
            () => onChange(swapped(value, at + 1)),
            at === last,
          )}
          {tool(
            t.reasons.remove(text || t.reasons.empty),
            IconX,
            () => onChange(value.filter((line) => line.key !== key)),
            last === 0,
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <>
      {note && <p className={css.note}>{formTexts.changedElsewhere}</p>}
      {list}
    </>
  );
}

function ReasonsForm({ reasons }: { reasons: Reasons }) {
  const client = useQueryClient();
  const save = useSaveReasons();
  const { kind } = reasons;
  const form = useAppForm({
    schema,
    initial: valuesOf(reasons),
    save: ({ reasons: lines, version }) =>
      save.mutateAsync({ kind, version, reasons: lines.map(({ text }) => text.trim()) }),
    saved: () => notifyDone(t.reasons.saved),
    reload: async () => {
      const all = await client.fetchQuery({ ...reasonsQuery, staleTime: 0 });
      return valuesOf(all.find((one) => one.kind === kind) ?? reasons);
    },
    draft: `catalog/reasons/${kind}`,
  });
  const field = form.field('reasons');
  const next = Math.max(...field.value.map(({ key }) => key)) + 1;
  const add = () => field.onChange([...field.value, { key: next, text: '' }]);
  const title = t.reasons.kinds[kind];
  return (
    <Section title={title}>
      <AppForm form={form} label={title}>
        <Lines {...field} />
        <div className={css.buttons}>
          <Button variant="default" onClick={add} disabled={field.value.length >= most}>
            {t.reasons.add}
          </Button>
          <Button type="submit" loading={form.saving} disabled={!form.dirty}>
            {common.save}
          </Button>
        </div>
      </AppForm>
    </Section>
  );
}

/** What the dialogs of decisions offer, in order. */
export function ReasonsTab() {
  const query = useQuery(reasonsQuery);
  return (
    <Loaded query={query} skeleton={<SectionSkeleton lines={6} />}>
      {(all) => (
        <div className={css.stack}>
          <p className={css.note}>{t.reasons.hint}</p>
          {all.map((reasons) => (
            <ReasonsForm key={reasons.kind} reasons={reasons} />
          ))}
        </div>
      )}
    </Loaded>
  );
}
