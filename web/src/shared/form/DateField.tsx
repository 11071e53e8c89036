import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import { lazily } from '../ui/lazily';
import { finishDate, isoDate, readDate, shownDate } from './date';
import css from './fields.module.css';
import { partOf } from './part';
import { t } from './texts';
import type { FieldProps } from './useAppForm';
import { useTyped } from './useTyped';

// Lazy: most dates are typed, and the calendar weighs more than the rest of a form.
const Calendar = lazily(() => import('./Calendar').then((file) => file.Calendar), {
  waiting: <Skeleton height={280} />,
});

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  /** yyyy-MM-dd */
  minDate?: string;
  maxDate?: string;
  /** A part of another field: the label is only read aloud, and the error stands elsewhere. */
  part?: {
    errorId?: string;
    /** Stands below the calendar; a day that is picked leaves it open. */
    below: ReactNode;
  };
};

/** A date, typed in any usual spelling or picked; kept as dd.MM.yyyy. */
export function DateField(props: FieldProps<string> & Own) {
  const { note, value, onChange, description, minDate, maxDate, label, part, ...rest } = props;
  const [opened, setOpened] = useState(false);
  const { input, set } = useTyped({ value, onChange, read: readDate, finish: finishDate });
  const pick = (iso: string | null) => {
    if (!part) setOpened(false);
    if (iso) set(shownDate(iso));
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
          {part?.below}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      {...rest}
      {...(part ? partOf(label, Boolean(rest.error), part.errorId) : { label })}
      inputMode="numeric"
      placeholder={t.datePlaceholder}
      autoComplete="off"
      description={note ?? description}
      {...input}
      rightSection={button}
    />
  );
}
