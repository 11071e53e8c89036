import { Button, Input } from '@mantine/core';
import { IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { useId } from 'react';
import { FilePick, useFileDrop } from '../../shared/form/FilePick';
import type { FieldProps } from '../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Dialog } from '../../shared/ui/Dialog';
import { CheckResult } from './CheckResult';
import css from './CodesField.module.css';
import { t } from './texts';
import { useCodesFile } from './useCodesFile';

type CodesFile = ReturnType<typeof useCodesFile>;

function Progress({ sending }: Pick<CodesFile, 'sending'>) {
  if (!sending) return null;
  const { name, share, checking } = sending;
  const words = checking ? t.file.checking(name) : t.file.loading(name);
  const percent = checking ? 100 : Math.round(share * 100);
  return (
    <div className={css.stage}>
      <p className={css.hint} role="status">
        {words}
      </p>
      <div
        className={css.progress}
        role="progressbar"
        aria-label={words}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        data-waiting={checking || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
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

type ButtonsProps = { file: CodesFile; value: string; name: string; errorId?: string };

function Buttons({ file, value, name, errorId }: ButtonsProps) {
  const { sending, take, drop, known, refusal } = file;
  return (
    <div className={css.buttons}>
      <FilePick
        onPick={take}
        accept=".csv,text/csv"
        name={name}
        errorId={errorId}
        variant="default"
        size="xs"
        disabled={sending !== null}
        leftSection={<IconUpload size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      >
        {value || known ? t.file.replace : t.file.pick}
      </FilePick>
      {(sending || value || known || refusal) && (
        <Button variant="subtle" color="gray" size="xs" onClick={drop}>
          {sending ? t.file.stop : t.file.remove}
        </Button>
      )}
    </div>
  );
}

type Own = {
  /** The promotion that the file is added to; a new one has no codes yet. */
  uuidStock?: string;
};

/** A file of codes: dropped or picked, uploaded with progress, looked through before anything is saved. */
export function CodesField({ name, value, onChange, error, uuidStock }: FieldProps<string> & Own) {
  const id = useId();
  const file = useCodesFile({ value, onChange, uuidStock });
  const { known, refusal, sending } = file;
  const words = refusal ?? error;
  const errorId = words ? `${id}-error` : undefined;
  const drop = useFileDrop(file.take);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div role="group" aria-labelledby={id} className={css.field} {...drop}>
      <div className={css.head}>
        <IconFileTypeCsv className={css.icon} size={32} stroke={iconStroke} aria-hidden />
        <div className={css.words}>
          <span id={id} className={css.label}>
            {t.file.label}
          </span>
          <p className={css.hint}>{t.file.hint}</p>
          {uuidStock && <p className={css.hint}>{t.file.again}</p>}
          <Buttons file={file} value={value} name={name} errorId={errorId} />
        </div>
      </div>
      <Progress sending={sending} />
      {words && <Input.Error id={errorId}>{words}</Input.Error>}
      {known && !sending && <CheckResult {...known} checkAgain={file.checkAgain} />}
      {file.wrong && <WrongFormat close={file.understood} />}
    </div>
  );
}
