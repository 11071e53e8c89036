import { Button, FileButton, Input } from '@mantine/core';
import { IconFileTypeCsv, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import type { FieldProps } from '../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Dialog } from '../../shared/ui/Dialog';
import { CheckResult } from './CheckResult';
import css from './CodesField.module.css';
import { t } from './texts';
import { useCodesFile } from './useCodesFile';

type File = ReturnType<typeof useCodesFile>;

function Progress({ file: { stage, name } }: { file: File }) {
  if (!stage) return null;
  const loading = stage.what === 'loading';
  const words = loading ? t.file.loading(name) : t.file.checking(name);
  const percent = loading ? Math.round(stage.share * 100) : 100;
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
        data-waiting={!loading || undefined}
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

function Buttons({
  file,
  value,
  ...rest
}: {
  file: File;
  value: string;
  name: string;
  invalid: boolean;
}) {
  const { stage, take, drop, known, refusal } = file;
  return (
    <div className={css.buttons}>
      <FileButton onChange={take} accept=".csv,text/csv" name={rest.name}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            size="xs"
            disabled={stage !== null}
            leftSection={<IconUpload size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            aria-invalid={rest.invalid || undefined}
          >
            {value || known ? t.file.replace : t.file.pick}
          </Button>
        )}
      </FileButton>
      {(stage || value || known || refusal) && (
        <Button variant="subtle" color="gray" size="xs" onClick={drop}>
          {stage ? t.file.stop : t.file.remove}
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
  const [over, setOver] = useState(false);
  const file = useCodesFile({ value, onChange, uuidStock });
  const { known, refusal, stage } = file;
  const words = refusal ?? error;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void file.take(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div
      role="group"
      aria-labelledby={id}
      className={css.field}
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={css.head}>
        <IconFileTypeCsv className={css.icon} size={32} stroke={iconStroke} aria-hidden />
        <div className={css.words}>
          <span id={id} className={css.label}>
            {t.file.label}
          </span>
          <p className={css.hint}>{t.file.hint}</p>
          {uuidStock && <p className={css.hint}>{t.file.again}</p>}
          <Buttons file={file} value={value} name={name} invalid={Boolean(words)} />
        </div>
      </div>
      <Progress file={file} />
      {words && <Input.Error>{words}</Input.Error>}
      {known && !stage && <CheckResult {...known} checkAgain={file.checkAgain} />}
      {file.wrong && <WrongFormat close={file.understood} />}
    </div>
  );
}
