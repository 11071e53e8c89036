import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answer } from '../../../kit/api/answer';
import { asProblem, unreachable } from '../../../kit/api/problem';
import { http } from '../api/client';
import { factorQuery } from '../factor/api';
import { inWords } from '../notice/catalogue';
import { common } from '../texts';
import { Dialog } from '../ui/Dialog';
import css from './IdentityDialog.module.css';
import { t } from './texts';

type Way = 'password' | 'code';

const failure = (thrown: unknown) => {
  const problem = asProblem(thrown);
  const { status, errors, detail } = problem;
  if (status === unreachable) return inWords(problem).text;
  return errors[0]?.message ?? (detail || t.broken);
};

function useProof(settle: (confirmed: boolean) => void) {
  const [way, setWay] = useState<Way>('password');
  const [value, setValue] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (next: string) => {
    setValue(next);
    setError('');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!value.trim()) return setError(t.fill[way]);
    setBusy(true);
    try {
      const body = way === 'password' ? { password: value } : { code: value };
      await answer(http.PUT('/v1/auth/confirm', { body }));
      settle(true);
    } catch (thrown) {
      setError(failure(thrown));
      setBusy(false);
    }
  };
  const choose = (next: Way) => {
    setWay(next);
    change('');
  };
  return { way, choose, value, change, error, busy, submit };
}

/** Asks for the password or a code before a dangerous action. */
export function IdentityDialog({ settle }: { settle: (confirmed: boolean) => void }) {
  const hasFactor = useQuery(factorQuery).data?.isOn ?? false;
  const { way, choose, value, change, error, busy, submit } = useProof(settle);
  const field = {
    value,
    error,
    disabled: busy,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  return (
    <Dialog title={t.title} onClose={() => settle(false)} busy={busy}>
      <form className={css.form} onSubmit={submit} noValidate>
        <p className={css.hint}>{hasFactor ? t.hintWithCode : t.hint}</p>
        {hasFactor && (
          <SegmentedControl
            aria-label={t.how}
            value={way}
            onChange={(next) => choose(next as Way)}
            disabled={busy}
            data={[
              { value: 'password', label: t.byPassword },
              { value: 'code', label: t.byCode },
            ]}
          />
        )}
        {way === 'password' ? (
          <PasswordInput {...field} label={t.password} autoComplete="current-password" />
        ) : (
          <TextInput {...field} label={t.code} autoComplete="one-time-code" />
        )}
        <div className={css.actions}>
          <Button variant="default" onClick={() => settle(false)} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
