import { Button, Input } from '@mantine/core';
import { IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { FilePick, useFileDrop } from '../../../shared/form/FilePick';
import type { FieldProps } from '../../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Dialog } from '../../../shared/ui/Dialog';
import { Live } from '../../../shared/ui/Live';
import { MouseOnly } from '../../../shared/ui/MouseOnly';
import { ProgressBar } from '../../../shared/ui/ProgressBar';
import { t } from '../texts';
import { CheckResult } from './CheckResult';
import css from './CodesField.module.css';
import { type CodesUpload, useCodesUpload } from './useCodesUpload';

type Sending = NonNullable<CodesUpload['sending']>;

const stageOf = ({ checking, name }: Sending) =>
  checking ? t.file.checking(name) : t.file.loading(name);

function Progress({ sending }: { sending: Sending }) {
  const { share, checking } = sending;
  return (
    <div className={css.stage}>
      <ProgressBar
        className={css.progress}
        label={stageOf(sending)}
        share={checking ? 1 : share}
        data-waiting={checking || undefined}
      />
    </div>
  );
}

function WrongFormat({ close }: { close: () => void }) {
  return (
    <Dialog title={t.file.wrongFormat} onClose={close}>
      <div className={css.wrong}>
        <p className={css.text}>{t.file.wrongText}</p>
        <Button onClick={close} data-autofocus>
          {t.file.understood}
        </Button>
      </div>
    </Dialog>
  );
}

type ButtonsProps = { upload: CodesUpload; value: string; name: string; errorId?: string };

function Buttons({ upload, value, name, errorId }: ButtonsProps) {
  const { sending, choose, clear, checked, refusal } = upload;
  return (
    <div className={css.buttons}>
      <FilePick
        onPick={choose}
        accept=".csv,text/csv"
        name={name}
        errorId={errorId}
        variant="default"
        size="xs"
        disabled={sending !== null}
        leftSection={<IconUpload size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      >
        {value || checked ? t.file.replace : t.file.pick}
      </FilePick>
      {(sending || value || checked || refusal) && (
        <Button variant="subtle" color="gray" size="xs" onClick={clear}>
          {sending ? t.file.stop : t.file.remove}
        </Button>
      )}
    </div>
  );
}

type Own = {
  /** The promotion that the codes are added to; none for a new one. */
  uuidStock?: string;
};

/** A codes file: uploaded and checked as soon as it is chosen, imported when the form is saved. */
export function CodesField({ name, value, onChange, error, uuidStock }: FieldProps<string> & Own) {
  const id = useId();
  const upload = useCodesUpload({ value, onChange, uuidStock });
  const { checked, refusal, sending } = upload;
  const message = refusal ?? error;
  const errorId = message ? `${id}-error` : undefined;
  const drop = useFileDrop(upload.choose);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div role="group" aria-labelledby={id} className={css.field} {...drop}>
      <div className={css.head}>
        <IconFileTypeCsv className={css.icon} size={32} stroke={iconStroke} aria-hidden />
        <div className={css.words}>
          <span id={id} className={css.label}>
            {t.file.label}
          </span>
          <p className={css.hint}>
            {t.file.hint} <MouseOnly>{t.file.drop}</MouseOnly>
          </p>
          {uuidStock && <p className={css.hint}>{t.file.again}</p>}
          <Buttons upload={upload} value={value} name={name} errorId={errorId} />
        </div>
      </div>
      <Live>{sending && <p className={css.hint}>{stageOf(sending)}</p>}</Live>
      {sending && <Progress sending={sending} />}
      <Live>{message && <Input.Error id={errorId}>{message}</Input.Error>}</Live>
      <Live>
        {checked && !sending && <CheckResult {...checked} checkAgain={upload.checkAgain} />}
      </Live>
      {upload.isWrongFormat && <WrongFormat close={upload.closeWrongFormat} />}
    </div>
  );
}
