import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { asProblem, unreachable } from '../../kit/api/problem';
import { inWords } from '../shared/api/words';
import { Button } from '../shared/ui/Button';
import { FieldFrame } from '../shared/ui/Field';
import { Note } from '../shared/ui/Note';
import { Screen } from '../shared/ui/Screen';
import { pair, type Till } from './check';
import css from './PairScreen.module.css';
import { t } from './texts';

type Props = { link: string; wasPaired: boolean; onPaired: (till: Till) => void };

/** Pairs this browser with a trade point: automatically by its link, or by six digits. */
export function PairScreen({ link, wasPaired, onPaired }: Props) {
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const connect = useCallback(
    async (by: { code: string } | { link: string }) => {
      setBusy(true);
      setError(null);
      try {
        onPaired(await pair(by));
      } catch (thrown) {
        setError(thrown);
        setBusy(false);
      }
    },
    [onPaired],
  );
  useEffect(() => {
    if (link) void connect({ link });
  }, [link, connect]);
  const isLost = Boolean(error) && asProblem(error).status === unreachable;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (link && isLost && !code) {
      void connect({ link }); // it is no longer in the address
      return;
    }
    setChecked(true);
    if (code.length === 6) void connect({ code });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Screen
        title={t.pairTitle}
        lead={t.pairLead}
        action={
          <Button type="submit" busy={isBusy}>
            {isBusy ? t.pairing : t.pair}
          </Button>
        }
      >
        {wasPaired && !error && <Note tone="amber">{t.unpaired}</Note>}
        <FieldFrame label={t.code} error={isChecked && code.length !== 6 ? t.codeError : undefined}>
          {(control) => (
            <input
              {...control}
              className={css.code}
              inputMode="numeric"
              autoComplete="off"
              value={code}
              onInput={({ currentTarget }) =>
                setCode(currentTarget.value.replace(/\D/g, '').slice(0, 6))
              }
            />
          )}
        </FieldFrame>
        {Boolean(error) && (
          <Note tone="red" alert>
            {inWords(error)}
          </Note>
        )}
      </Screen>
    </form>
  );
}
