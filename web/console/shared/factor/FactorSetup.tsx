import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../kit/api/problem';
import { inWords } from '../notice/catalogue';
import { notifyDone } from '../notice/notices';
import { Loaded } from '../ui/Loaded';
import { lazily } from '../ui/lazily';
import { startFactor, useEnableFactor } from './api';
import css from './factor.module.css';
import { RecoveryCodes } from './RecoveryCodes';
import { t } from './texts';

const QrCode = lazily(() => import('./QrCode').then((file) => file.QrCode), {
  waiting: <Skeleton height={196} width={196} />,
});

type CodeProps = { secret: string; url: string; onCodes: (codes: string[]) => void };

function EnterCode({ secret, url, onCodes }: CodeProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const enable = useEnableFactor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) return setError(t.fill);
    enable.mutate(code, {
      onSuccess: ({ codes }) => onCodes(codes),
      onError: (thrown) => setError(inWords(asProblem(thrown)).text),
    });
  };
  return (
    <form className={css.setup} onSubmit={submit} noValidate>
      <p className={css.text}>{t.scan}</p>
      <QrCode text={url} />
      <p className={css.text}>
        {t.byHand}
        <code className={css.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextInput
        label={t.code}
        description={t.codeHint}
        value={code}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setError('');
        }}
      />
      <div className={css.actions}>
        <Button type="submit" loading={enable.isPending}>
          {t.enable}
        </Button>
      </div>
    </form>
  );
}

/** Sets up a second factor: QR code, first code, recovery codes. */
export function FactorSetup({ done }: { done: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const query = useQuery({
    queryKey: ['settings', 'factor', 'setup'],
    queryFn: startFactor,
    gcTime: 0, // a secret: never shown again
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const finish = () => {
    notifyDone(t.enabled);
    done();
  };
  if (codes) return <RecoveryCodes codes={codes} done={finish} />;
  return (
    <Loaded query={query} skeleton={<Skeleton height={320} />}>
      {({ key: secret, url }) => <EnterCode secret={secret} url={url} onCodes={setCodes} />}
    </Loaded>
  );
}
