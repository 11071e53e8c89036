import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ClipboardEvent, useState } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import { lazily } from '../ui/lazily';
import { isoDate, maskDate, pastedDate, shownDate } from './date';
import css from './fields.module.css';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

// Lazy: most dates are typed, and the calendar weighs more than the rest of a form.
const Calendar = lazily(() => import('./Calendar').then((file) => file.Calendar), {
  waiting: <Skeleton height={280} />,
});

type Own = {
  label: string;
  /** The label is read aloud, not shown: it stands elsewhere. */
  hideLabel?: boolean;
  required?: boolean;
  description?: string;
  /** yyyy-MM-dd */
  minDate?: string;
  maxDate?: string;
};

/** A date, typed by mask or picked; kept as dd.MM.yyyy. */
export function DateField(props: FieldProps<string> & Own) {
  const { note, value, onChange, description, minDate, maxDate, label, hideLabel, ...rest } = props;
  const [opened, setOpened] = useState(false);
  const paste = (event: ClipboardEvent) => {
    const date = pastedDate(event.clipboardData.getData('text'));
    if (!date) return;
    event.preventDefault();
    onChange(date);
  };
  const pick = (iso: string | null) => {
    setOpened(false);
    if (iso) onChange(shownDate(iso));
  };
  const button = (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.openCalendar}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={iconSize.md} stroke={iconStroke} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.calendar}>
        <div className={css.calendar}>
          <Calendar value={isoDate(value)} onChange={pick} minDate={minDate} maxDate={maxDate} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      {...rest}
      label={hideLabel ? undefined : label}
      aria-label={hideLabel ? label : undefined}
      inputMode="numeric"
      placeholder={t.datePlaceholder}
      autoComplete="off"
      description={note ?? description}
      value={value}
      onChange={(event) => onChange(maskDate(event.currentTarget.value))}
      onPaste={paste}
      rightSection={button}
    />
  );
}
