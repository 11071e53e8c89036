import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../../kit/api/useChange';
import { formatPhone } from '../../../kit/format/phone';
import { inWords } from '../api/words';
import { t } from '../texts';
import { Button } from '../ui/Button';
import { FieldFrame } from '../ui/Field';
import { Note } from '../ui/Note';
import css from './CodeEntry.module.css';
import { type Attempt, codeState, requestCode } from './request';
import { words } from './texts';

const length = 6;
const again = 60; // seconds between two messages to one number (rules 23.7)
const pollMs = 1500;

function useSecondsLeft(at: number) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, again - Math.floor((now - at) / 1000));
}

type Props = {
  attempt: Attempt;
  onResent: (attempt: Attempt) => void;
  /** Called with six digits. */
  onCode: (code: string) => void;
  busy: boolean;
  error: unknown;
};

/** An input for the six digits of the message, with a button for another message. */
export function CodeEntry({ attempt, onResent, onCode, busy, error }: Props) {
  const [code, setCode] = useState('');
  const left = useSecondsLeft(attempt.at);
  const resend = useChange({
    mutationFn: () => requestCode(attempt.phone),
    onSuccess: (made) => {
      setCode('');
      onResent(made);
    },
  });
  const { data, error: unknown } = useQuery({
    queryKey: ['code', attempt.id],
    queryFn: ({ signal }) => codeState(attempt.id, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? pollMs : false),
  });
  const enter = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, length);
    setCode(digits);
    if (digits.length === length && digits !== code) onCode(digits);
  };
  const failure = resend.error ?? error;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) input.current?.select(); // the next digit replaces the wrong code
  }, [error]);
  return (
    <div className={css.entry}>
      <FieldFrame
        label={words.label}
        hint={words.states[data?.state ?? (unknown ? 'failed' : 'sending')](
          formatPhone(attempt.phone),
        )}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className={css.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            // biome-ignore lint/a11y/noAutofocus: the only field of the screen
            autoFocus
            value={code}
            readOnly={busy} // disabling it would close the keyboard
            onInput={({ currentTarget }) => enter(currentTarget.value)}
          />
        )}
      </FieldFrame>
      {data?.hint && (
        <Button look="quiet" disabled={busy} onClick={() => enter(data.hint ?? '')}>
          {words.hint(data.hint)}
        </Button>
      )}
      {data?.state === 'failed' && (
        <Note tone="red" alert>
          {words.failed}
        </Note>
      )}
      {Boolean(failure) && (
        <Note tone="red" alert>
          {inWords(failure)}
        </Note>
      )}
      {left > 0 && data?.state !== 'failed' ? (
        <p className={css.wait}>{t.resend(left)}</p>
      ) : (
        <Button look="link" busy={resend.isPending} onClick={() => resend.mutate()}>
          {words.again}
        </Button>
      )}
    </div>
  );
}
