import { Button } from '@mantine/core';
import type { Filter } from '../filter';

const on = 'yes';

type Words = {
  /** Label of the chip. */
  chip: string;
};

/** A filter that is on or off: a toggle button in the toolbar. */
export const toggle = (title: string, { chip }: Words): Filter<boolean, true | undefined> => ({
  title,
  place: 'toolbar',
  none: false,
  read: (text) => text === on,
  write: (value) => (value ? on : ''),
  body: (value) => value || undefined,
  chips: (value) => (value ? [{ id: on, label: chip, without: false }] : []),
  control: ({ value, onChange }) => (
    <Button
      variant={value ? 'light' : 'default'}
      aria-pressed={value}
      onClick={() => onChange(!value)}
    >
      {title}
    </Button>
  ),
});
