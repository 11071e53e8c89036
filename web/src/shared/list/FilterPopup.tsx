import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { Filters } from './filter';
import css from './Toolbar.module.css';
import { t } from './texts';

type Props = {
  filters: Filters;
  values: Readonly<Record<string, unknown>>;
  onChange: (name: string, value: unknown) => void;
};

/** The filter popup: a button with the number of active filters, and their controls. */
export function FilterPopup({ filters, values, onChange }: Props) {
  const entries = Object.entries(filters).filter(([, { place }]) => place === 'popup');
  const active = entries.filter(([name, filter]) => filter.write(values[name]) !== '').length;
  if (entries.length === 0) return null;
  return (
    <Popover position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={
            <IconAdjustmentsHorizontal size={iconSize.sm} stroke={iconStroke} aria-hidden />
          }
          rightSection={
            active > 0 && (
              <span className={css.count}>
                <VisuallyHidden>{t.filtersActive(active)}</VisuallyHidden>
                <span aria-hidden>{active}</span>
              </span>
            )
          }
        >
          {t.filters}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.filters}>
        <div className={css.popup}>
          {entries.map(([name, filter]) => (
            <filter.control
              key={name}
              title={filter.title}
              value={values[name]}
              onChange={(value) => onChange(name, value)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
