import { useState } from 'react';
import { ManyField } from '../../shared/form/ManyField';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { type Correctable, correctable } from './rules';
import { t } from './texts';

type Props = {
  /** Names what is rejected: an own reason is kept under it. */
  draft: string;
  title: string;
  text: string;
  presets: readonly string[];
  busy: boolean;
  typing?: boolean;
  onSubmit: (reason: string, fields: Correctable[]) => void;
  onCancel: () => void;
};

/** Asks why applications are rejected, and which fields the student has to correct. */
export function RejectDialog({ onSubmit, ...dialog }: Props) {
  const [fields, setFields] = useState<readonly string[]>([]);
  return (
    <ReasonDialog
      {...dialog}
      confirm={t.actions.reject}
      onSubmit={(reason) => onSubmit(reason, [...fields] as Correctable[])}
    >
      <ManyField
        name="fields"
        label={t.correcting.label}
        placeholder={t.correcting.placeholder}
        description={t.correcting.hint}
        options={correctable}
        value={fields}
        disabled={dialog.busy}
        onChange={setFields}
      />
    </ReasonDialog>
  );
}
