import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../shared/api/problem';
import { inWords } from '../../shared/notice/catalogue';
import { type Check, checkCodes, uploadCodes } from './codesApi';
import { fileRefusal, isUseless, pending } from './rules';
import { t } from './texts';

/** A file on its way: sent so far, or being looked through. */
type Stage = { what: 'loading'; share: number } | { what: 'checking' };

/** What is known of the file that the field holds; no check when it could not be made. */
type Known = { name: string; check: Check | null };

type Field = { value: string; onChange: (value: string) => void; uuidStock?: string };

// Not a text, though it is called csv.
const wrongType = 415;

/** Uploads a file of codes as soon as it is chosen and has it looked through; the field gets its key. */
export function useCodesFile({ value, onChange, uuidStock }: Field) {
  const [name, setName] = useState('');
  const [stage, setStage] = useState<Stage | null>(null);
  const [known, setKnown] = useState<Known | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const running = useRef<AbortController>(undefined);
  // Left behind with the page: what is under way ends.
  useEffect(() => () => running.current?.abort(), []);

  const drop = () => {
    running.current?.abort();
    setStage(null);
    setKnown(null);
    setRefusal(null);
    onChange('');
  };

  const look = async (key: string, file: string, signal: AbortSignal) => {
    setStage({ what: 'checking' });
    const check = await checkCodes(key, uuidStock, signal).catch(() => null);
    if (signal.aborted) return;
    setStage(null);
    if (check && isUseless(check)) {
      setRefusal(t.file.useless);
      setKnown({ name: file, check });
      return onChange('');
    }
    setKnown({ name: file, check });
    onChange(key);
  };

  const take = async (file: File | null | undefined) => {
    if (!file || stage) return;
    const refused = fileRefusal(file);
    if (refused === 'format') return setWrong(true);
    setRefusal(refused);
    if (refused) return;
    running.current = new AbortController();
    const { signal } = running.current;
    setName(file.name);
    setKnown(null);
    setStage({ what: 'loading', share: 0 });
    onChange(pending);
    try {
      const onProgress = (share: number) => setStage({ what: 'loading', share });
      const key = await uploadCodes(file, { onProgress, signal });
      await look(key, file.name, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      const problem = asProblem(thrown);
      setStage(null);
      onChange('');
      if (problem.status === wrongType) setWrong(true);
      else setRefusal(inWords(problem).text);
    }
  };

  return {
    take,
    drop,
    checkAgain: () => {
      running.current = new AbortController();
      const key = value;
      onChange(pending);
      void look(key, name, running.current.signal);
    },
    name,
    stage,
    known,
    refusal,
    /** The format of what was chosen is wrong: a popup says so. */
    wrong,
    understood: () => setWrong(false),
  };
}
