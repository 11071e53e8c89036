import { useState } from 'react';
import { asProblem, isAbort } from '../../shared/api/problem';
import type { Transfer } from '../../shared/api/upload';
import { useUpload } from '../../shared/form/useUpload';
import { inWords } from '../../shared/notice/catalogue';
import { type Check, checkCodes, uploadCodes } from './codesApi';
import { fileRefusal, isUseless, pending } from './rules';
import { t } from './texts';

/** What is known of the file that the field holds; no check when it could not be made. */
type Known = { name: string; check: Check | null };

type Field = { value: string; onChange: (value: string) => void; uuidStock?: string };

// Not a text, though it is called csv.
const wrongType = 415;

/** Uploads a file of codes as soon as it is chosen and has it looked through; the field gets its key. */
export function useCodesFile({ value, onChange, uuidStock }: Field) {
  const { send, sending, stop } = useUpload();
  const [file, setFile] = useState<File | null>(null);
  const [checking, setChecking] = useState(false);
  const [known, setKnown] = useState<Known | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);

  const drop = () => {
    stop();
    setKnown(null);
    setRefusal(null);
    onChange('');
  };

  const look = async (name: string, key: string, signal: AbortSignal) => {
    setChecking(true);
    const check = await checkCodes(key, uuidStock, signal).catch(() => null);
    signal.throwIfAborted();
    setKnown({ name, check });
    const useless = check !== null && isUseless(check);
    if (useless) setRefusal(t.file.useless);
    onChange(useless ? '' : key);
  };

  // Sends the file, or has one looked through again that is there already.
  const run = async (chosen: File, keyOf: (options: Transfer) => Promise<string>) => {
    setChecking(false);
    onChange(pending);
    try {
      await send([{ file: chosen }], async (_, options) =>
        look(chosen.name, await keyOf(options), options.signal),
      );
    } catch (thrown) {
      if (isAbort(thrown)) return;
      const problem = asProblem(thrown);
      onChange('');
      if (problem.status === wrongType) setWrong(true);
      else setRefusal(inWords(problem).text);
    }
  };

  const take = ([chosen]: readonly File[]) => {
    if (!chosen || sending) return;
    const refused = fileRefusal(chosen);
    if (refused === 'format') return setWrong(true);
    setRefusal(refused);
    if (refused) return;
    setFile(chosen);
    setKnown(null);
    void run(chosen, (options) => uploadCodes(chosen, options));
  };

  return {
    take,
    drop,
    checkAgain: () => {
      if (file) void run(file, async () => value);
    },
    /** The file on its way: sent so far, or being looked through. */
    sending: sending && { ...sending, checking },
    known,
    refusal,
    /** The format of what was chosen is wrong: a popup says so. */
    wrong,
    understood: () => setWrong(false),
  };
}
