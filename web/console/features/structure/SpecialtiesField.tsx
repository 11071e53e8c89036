import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { uuid } from '../../../kit/api/uuid';
import { overLimit } from '../../shared/form/limit';
import { t as form } from '../../shared/form/texts';
import type { FieldProps } from '../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { longestName, type SpecialtyValue, specialtyError } from './rules';
import css from './structure.module.css';
import { t } from './texts';

type Props = FieldProps<readonly SpecialtyValue[]> & {
  onRemove: (specialty: SpecialtyValue) => void;
};

/** The specialties of a faculty: edited in place, added at the end. */
export function SpecialtiesField({ value, onChange, error, note, onRemove }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const rename = (key: string, name: string) =>
    onChange(value.map((one) => (one.key === key ? { ...one, name } : one)));
  const add = () => {
    onChange([...value, { key: uuid(), uuid: null, name: '', was: '' }]);
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    });
  };
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t.editing.specialties}</legend>
      {note && <p className={css.none}>{form.changedElsewhere}</p>}
      {value.length === 0 && <p className={css.none}>{t.editing.none}</p>}
      <ul className={css.inputs} ref={list}>
        {value.map((one, i) => (
          <li key={one.key} className={css.input}>
            <TextInput
              aria-label={t.editing.specialty(i + 1)}
              value={one.name}
              error={
                overLimit(one.name, longestName) ?? (error ? specialtyError(one, value) : undefined)
              }
              onChange={(event) => rename(one.key, event.currentTarget.value)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t.editing.remove(one.name)}
              onClick={() => onRemove(one)}
            >
              <IconTrash size={iconSize.md} stroke={iconStroke} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        className={css.more}
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        onClick={add}
      >
        {t.editing.add}
      </Button>
    </fieldset>
  );
}
