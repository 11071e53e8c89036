import { Button, Drawer, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { ExportButton } from '../export/ExportButton';
import type { Exporting } from '../export/useExport';
import { iconSize, iconStroke } from '../theme/tokens';
import { FilterControls, type FilterProps } from './FilterControls';
import { FilterCount } from './FilterPopup';
import { SortChoices, type SortProps } from './SortControls';
import { countValues } from './state';
import css from './Toolbar.module.css';
import { t } from './texts';

/** Props of the sheet: filters, sort, export. */
export type SheetProps = FilterProps & {
  /** Undefined if there is nothing to sort. */
  sorting: SortProps | undefined;
  /** Undefined if the list is not exported. */
  exporting: Exporting | undefined;
  /** Undefined while it is unknown. */
  total: number | undefined;
};

/** Filters, sort and export on a phone: a button beside the search, and a sheet from the bottom of the screen. */
export function FilterSheet({ sorting, exporting, total, ...given }: SheetProps) {
  const [opened, sheet] = useDisclosure(false);
  return (
    <>
      <Button className={css.sheetButton} variant="default" onClick={sheet.open}>
        <IconAdjustmentsHorizontal size={iconSize.md} stroke={iconStroke} aria-hidden />
        <VisuallyHidden>{t.sheet.title}</VisuallyHidden>
        <FilterCount count={countValues(given.filters, given.values)} />
      </Button>
      <Drawer
        classNames={{ content: css.sheet, title: css.sheetTitle, body: css.sheetBody }}
        opened={opened}
        onClose={sheet.close}
        position="bottom"
        size="auto"
        title={t.sheet.title}
      >
        <FilterControls {...given} />
        {sorting && <SortChoices {...sorting} />}
        {exporting && (
          <ExportButton
            exporting={{
              ...exporting,
              run: () => {
                sheet.close();
                exporting.run();
              },
            }}
            fullWidth
          />
        )}
        <Button className={css.sheetDone} fullWidth onClick={sheet.close}>
          {total === undefined ? t.sheet.done : t.sheet.show(total)}
        </Button>
      </Drawer>
    </>
  );
}
