import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../shared/ui/Dialog';
import { AddByInn } from './AddByInn';
import { AddByName } from './AddByName';
import css from './structure.module.css';
import { t } from './texts';

const ways = [
  { value: 'name', label: t.adding.ways.name },
  { value: 'inn', label: t.adding.ways.inn },
];

/** Adds faculties: one by its name, or those that the catalogue has for an ИНН. */
export function AddDialog({ close }: { close: () => void }) {
  const [way, setWay] = useState('name');
  return (
    <Dialog onClose={close} title={t.adding.title} size="medium">
      <div className={css.dialog}>
        <SegmentedControl
          aria-label={t.adding.way}
          data={ways}
          value={way}
          onChange={setWay}
          fullWidth
        />
        {way === 'name' ? <AddByName close={close} /> : <AddByInn close={close} />}
      </div>
    </Dialog>
  );
}
