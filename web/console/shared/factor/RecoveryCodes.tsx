import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { LeaveGuard } from '../form/LeaveGuard';
import { notifyDone, notifyRefusal } from '../notice/notices';
import css from './factor.module.css';
import { t } from './texts';

/** The recovery codes, which are shown once: leaving them asks first. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const [saved, setSaved] = useState(false);
  const finish = useEffectEvent(done);
  // In an effect, after the guard has been taken away.
  useEffect(() => {
    if (saved) finish();
  }, [saved]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notifyDone(t.codes.copied);
    } catch {
      notifyRefusal(t.codes.notCopied, t.codes.byHand); // without TLS there is no clipboard
    }
  };
  return (
    <div className={css.setup}>
      <p className={css.text}>{t.codes.hint}</p>
      <ul className={css.codes} aria-label={t.codes.title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button variant="default" onClick={() => void copy()}>
          {t.codes.copy}
        </Button>
        <Button onClick={() => setSaved(true)}>{t.codes.saved}</Button>
      </div>
      <LeaveGuard active={!saved} text={t.codes.lost} />
    </div>
  );
}
