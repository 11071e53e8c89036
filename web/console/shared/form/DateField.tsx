import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, use, useState } from 'react';
import { formatDay, isoDay, parseDay, parseFinalDay } from '../../../kit/format/day';
import { iconSize, iconStroke } from '../theme/tokens';
import { lazily } from '../ui/lazily';
import css from './fields.module.css';
import { InPopup } from './inPopup';
import { partOf } from './part';
import { t } from './texts';
import type { FieldProps } from './useAppForm';
import { useTyped } from './useTyped';

// Lazy: most dates are typed, and the calendar is larger than the rest of a form.
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
  /** Used inside a composite field, which shows the label and the error. */
  part?: {
    errorId?: string;
    /** Content below the calendar; picking a day keeps the popup open. */
    below: ReactNode;
  };
};

/** A date, typed in any common format or picked; the value is dd.MM.yyyy. */
export function DateField(props: FieldProps<string> & Own) {
  const { note, value, onChange, description, minDate, maxDate, label, part, ...rest } = props;
  const [opened, setOpened] = useState(false);
  const inPopup = use(InPopup);
  const { input, set } = useTyped({ value, onChange, read: parseDay, finish: parseFinalDay });
  const pick = (iso: string | null) => {
    if (!part) setOpened(false);
    if (iso) set(formatDay(iso));
  };
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t.openCalendar}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      <IconCalendar size={iconSize.md} stroke={iconStroke} />
    </ActionIcon>
  );
  // The calendar aligns with the field, not with the button in it. Roles by hand: those of Mantine are for a button.
  const withCalendar = (field: ReactNode) => (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      offset={4}
      shadow="md"
      trapFocus
      withRoles={false}
      withinPortal={!inPopup}
    >
      <Popover.Target>
        <div>{field}</div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" tabIndex={-1} aria-label={t.calendar}>
        <div className={css.calendar}>
          <Calendar value={isoDay(value)} onChange={pick} minDate={minDate} maxDate={maxDate} />
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
      inputContainer={withCalendar}
      rightSection={button}
    />
  );
}
