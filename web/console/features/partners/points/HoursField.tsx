import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { ActionIcon, Input, Menu, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { partOf } from '../../../shared/form/part';
import { t as form } from '../../../shared/form/texts';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { t } from '../texts';
import css from './HoursField.module.css';
import {
  ends,
  isAlike,
  isAllDay,
  isGrouped,
  isUnset,
  type Span,
  starts,
  textInWords,
  unset,
  type Week,
  weekdays,
  weekend,
  withDays,
  withStart,
} from './hours';

const everyDay = [...weekdays, ...weekend];

type RowProps = {
  /** The short label, and the full one for screen readers. */
  name: string;
  word: string;
  span: Span;
  onChange: (span: Span) => void;
  invalid: boolean;
  /** The id of the error text. */
  errorId?: string;
  /** The days of the row differ: the row shows no hours. */
  mixed?: boolean;
};

function Row({ name, word, span, onChange, invalid, errorId, mixed }: RowProps) {
  const { start, end } = mixed ? unset : span;
  const hasEnd = start !== '' && !isAllDay(start);
  const part = (label: string, time: string) => {
    const wrong = invalid && time === '';
    return partOf(label, wrong, wrong ? errorId : undefined);
  };
  const startOptions = mixed
    ? [{ value: '', label: t.hours.mixed }, ...starts(start).slice(1)]
    : starts(start);
  return (
    <>
      <span className={css.day} aria-hidden>
        {name}
      </span>
      <NativeSelect
        className={hasEnd ? undefined : css.alone}
        {...part(t.hours.start(word), start)}
        data={startOptions}
        value={start}
        onChange={(event) => onChange(withStart(mixed ? unset : span, event.currentTarget.value))}
      />
      {hasEnd && (
        <NativeSelect
          {...part(t.hours.end(word), end)}
          data={ends(end)}
          value={end}
          onChange={(event) => onChange({ start, end: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function CopyMenu({ word, copy }: { word: string; copy: (places: readonly number[]) => void }) {
  const label = t.hours.copy(word);
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={t.hours.copyTo}>
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconCopy size={iconSize.md} stroke={iconStroke} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy(everyDay)}>{t.hours.copyAll}</Menu.Item>
        <Menu.Item onClick={() => copy(weekdays)}>{t.hours.copyWeekdays}</Menu.Item>
        <Menu.Item onClick={() => copy(weekend)}>{t.hours.copyWeekend}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const days = everyDay.map((i) => ({
  places: [i],
  name: t.hours.days[i as 0],
  word: t.hours.full[i as 0],
}));

const groups = [
  { places: weekdays, name: t.hours.weekdays, word: t.hours.weekdaysFull },
  { places: weekend, name: t.hours.weekend, word: t.hours.weekendFull },
];

type Props = {
  value: Week;
  onChange: (hours: Week) => void;
  error?: string | boolean;
  note?: string;
  /** Hours known only as a text; replaced once days are filled in. */
  text?: string;
};

/** Working hours: weekdays and weekend, or day by day. */
export function HoursField({ value, onChange, error, note, text }: Props) {
  const id = useId();
  const [daily, setDaily] = useState(!isGrouped(value));
  const invalid = Boolean(error);
  const message = typeof error === 'string' ? error : '';
  const errorId = message ? `${id}-error` : undefined;
  const set = (places: readonly number[], span: Span) => onChange(withDays(value, places, span));
  const empty = isUnset(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div role="group" aria-labelledby={id} className={css.field}>
      <div className={css.head}>
        <Input.Label id={id} labelElement="div" required>
          {t.hours.label}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={t.hours.view}
          value={daily ? 'daily' : 'grouped'}
          onChange={(view) => setDaily(view === 'daily')}
          data={[
            { value: 'grouped', label: t.hours.grouped },
            { value: 'daily', label: t.hours.daily },
          ]}
        />
      </div>
      {note && <p className={css.text}>{form.changedElsewhere}</p>}
      {text && empty && <p className={css.text}>{t.hours.textOnly(textInWords(text))}</p>}
      <div className={css.rows} data-daily={daily || undefined}>
        {(daily ? days : groups).map(({ places, name, word }, i) => {
          const span = value[places[0] ?? 0] ?? unset;
          return (
            <div key={word} className={css.row}>
              <Row
                name={name}
                word={word}
                span={span}
                mixed={!isAlike(value, places)}
                errorId={errorId}
                invalid={invalid && (empty ? i === 0 : span.start !== '')}
                onChange={(next) => set(places, next)}
              />
              {daily && <CopyMenu word={word} copy={(to) => set(to, span)} />}
            </div>
          );
        })}
      </div>
      {message && <Input.Error id={errorId}>{message}</Input.Error>}
    </div>
  );
}
