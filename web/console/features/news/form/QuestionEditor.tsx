import '@mantine/core/styles/Combobox.layer.css';
import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { uuid } from '../../../../kit/api/uuid';
import { overLimit } from '../../../shared/form/limit';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { t } from '../texts';
import css from './form.module.css';
import { limits } from './rules';
import { letterOf, type QuestionValue, type VariantValue } from './values';

type Props = {
  /** Counted from one. */
  place: number;
  value: QuestionValue;
  /** Validation failed: empty fields are marked. */
  refused: boolean;
  onChange: (value: QuestionValue) => void;
  onRemove: () => void;
};

const types = Object.entries(t.survey.types).map(([value, label]) => ({ value, label }));

function Variants({ place, value, refused, onChange }: Omit<Props, 'onRemove'>) {
  const list = useRef<HTMLUListElement>(null);
  const { variants } = value;
  const full = variants.length >= limits.variants;
  const set = (next: readonly VariantValue[]) => onChange({ ...value, variants: next });
  const add = () => {
    if (full) return;
    set([...variants, { id: uuid(), text: '' }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child input')?.focus(),
    );
  };
  // Enter adds the next answer.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <div className={css.variantsBox}>
      <span className={css.legend}>{t.survey.variants}</span>
      <ul className={css.variants} ref={list}>
        {variants.map(({ id, text }, i) => (
          <li key={id} className={css.variant}>
            <TextInput
              aria-label={t.survey.variant(letterOf(i))}
              leftSection={<span className={css.letter}>{letterOf(i)}</span>}
              value={text}
              error={overLimit(text, limits.answer) ?? (refused && text.trim() === '')}
              onKeyDown={press}
              onChange={(event) => {
                const typed = event.currentTarget.value;
                set(variants.map((one) => (one.id === id ? { ...one, text: typed } : one)));
              }}
            />
            {variants.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t.survey.removeVariant(place, letterOf(i))}
                onClick={() => set(variants.filter((one) => one.id !== id))}
              >
                <IconX size={iconSize.md} stroke={iconStroke} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <div className={css.variantTools}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          disabled={full}
          onClick={add}
        >
          {t.survey.addVariant}
        </Button>
        {full && <span className={css.hint}>{t.survey.most}</span>}
      </div>
    </div>
  );
}

/** A question of the survey dialog. */
export function QuestionEditor(props: Props) {
  const { place, value, refused, onChange, onRemove } = props;
  return (
    <fieldset className={css.question}>
      <legend className={css.questionTitle}>{t.survey.question(place)}</legend>
      <ActionIcon
        className={css.removeQuestion}
        variant="subtle"
        color="gray"
        aria-label={t.survey.removeQuestion(place)}
        onClick={onRemove}
      >
        <IconTrash size={iconSize.md} stroke={iconStroke} />
      </ActionIcon>
      <div className={css.questionHead}>
        <TextInput
          label={t.survey.text}
          required
          value={value.question}
          error={
            overLimit(value.question, limits.question) ?? (refused && value.question.trim() === '')
          }
          onChange={(event) => onChange({ ...value, question: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.survey.type}
          data={types}
          value={value.questionType}
          onChange={(event) =>
            onChange({
              ...value,
              questionType: event.currentTarget.value === 'multiple' ? 'multiple' : 'single',
            })
          }
        />
      </div>
      <Variants place={place} value={value} refused={refused} onChange={onChange} />
      <Checkbox
        label={t.survey.other}
        checked={value.allowOther}
        onChange={(event) => onChange({ ...value, allowOther: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
