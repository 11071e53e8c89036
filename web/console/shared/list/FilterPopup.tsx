import { Button, Popover, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { InPopup } from '../form/inPopup';
import { iconSize, iconStroke } from '../theme/tokens';
import { FilterControls, type FilterProps } from './FilterControls';
import { countValues } from './state';
import css from './Toolbar.module.css';
import { t } from './texts';

/** The number of chosen values. */
export function FilterCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={css.count}>
      <VisuallyHidden>{t.filtersActive(count)}</VisuallyHidden>
      <span aria-hidden>{count}</span>
    </span>
  );
}

/** A button with the number of chosen values, and a popup with the filters' controls. */
export function FilterPopup(props: FilterProps) {
  const { filters, values } = props;
  if (Object.keys(filters).length === 0) return null;
  const count = countValues(filters, values);
  return (
    <Popover position="bottom-start" width={280} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={
            <IconAdjustmentsHorizontal size={iconSize.sm} stroke={iconStroke} aria-hidden />
          }
          rightSection={count > 0 && <FilterCount count={count} />}
        >
          {t.filters}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.filters}>
        <div className={css.popup}>
          <InPopup value>
            <FilterControls {...props} />
          </InPopup>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
