import { useState } from 'react';
import { asProblem, isAbort } from '../../../../kit/api/problem';
import type { Transfer } from '../../../shared/api/upload';
import { useUpload } from '../../../shared/form/useUpload';
import { inWords } from '../../../shared/notice/catalogue';
import { t } from '../texts';
import type { Check } from '../wire';
import { checkCodes, uploadCodes } from './api';
import { fileRefusal, isUseless, pending } from './rules';

/** The uploaded file; `check` is null if the check failed. */
type Checked = { name: string; check: Check | null };

type Field = { value: string; onChange: (value: string) => void; uuidStock?: string };

// The server's status for content that is not csv.
const wrongType = 415;

/** The upload of a codes field. */
export type CodesUpload = ReturnType<typeof useCodesUpload>;

/** Uploads a codes file as soon as it is chosen and checks it; the field then holds its key. */
export function useCodesUpload({ value, onChange, uuidStock }: Field) {
  const { send, sending, stop } = useUpload();
  const [file, setFile] = useState<File | null>(null);
  const [checking, setChecking] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isWrongFormat, setWrongFormat] = useState(false);

  const clear = () => {
    stop();
    setChecked(null);
    setRefusal(null);
    onChange('');
  };

  const checkFile = async (name: string, key: string, signal: AbortSignal) => {
    setChecking(true);
    const check = await checkCodes(key, uuidStock, signal).catch(() => null);
    signal.throwIfAborted();
    setChecked({ name, check });
    const useless = check !== null && isUseless(check);
    if (useless) setRefusal(t.file.useless);
    onChange(useless ? '' : key);
  };

  // getKey uploads the file, or returns the key of one that was uploaded before.
  const run = async (chosen: File, getKey: (options: Transfer) => Promise<string>) => {
    setChecking(false);
    onChange(pending);
    try {
      await send([{ file: chosen }], async (_, options) =>
        checkFile(chosen.name, await getKey(options), options.signal),
      );
    } catch (thrown) {
      if (isAbort(thrown)) return;
      const problem = asProblem(thrown);
      onChange('');
      if (problem.status === wrongType) setWrongFormat(true);
      else setRefusal(inWords(problem).text);
    }
  };

  const choose = ([chosen]: readonly File[]) => {
    if (!chosen || sending) return;
    const refused = fileRefusal(chosen);
    if (refused === 'format') return setWrongFormat(true);
    setRefusal(refused);
    if (refused) return;
    setFile(chosen);
    setChecked(null);
    void run(chosen, (options) => uploadCodes(chosen, options));
  };

  return {
    choose,
    clear,
    checkAgain: () => {
      if (file) void run(file, async () => value);
    },
    /** The progress of the upload or of the check after it. */
    sending: sending && { ...sending, checking },
    checked,
    refusal,
    /** The chosen file is not csv: a dialog says so. */
    isWrongFormat,
    closeWrongFormat: () => setWrongFormat(false),
  };
}
