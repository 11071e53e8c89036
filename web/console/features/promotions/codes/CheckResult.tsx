import { Button } from '@mantine/core';
import { formatNumber } from '../../../../kit/format/number';
import { Message } from '../../../shared/ui/Message';
import { t } from '../texts';
import type { Check } from '../wire';
import css from './CodesField.module.css';
import { Lines } from './Lines';
import { isUseless, suspicionsOf } from './rules';

function Figures({ check }: { check: Check }) {
  const all = [
    [t.file.rows, check.total],
    [t.file.fresh, check.new],
    [t.file.repeated, check.repeated],
    [t.file.known, check.known],
    [t.file.invalid, check.invalid],
  ] as const;
  return (
    <dl className={css.figures}>
      {all.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Verdict({ check }: { check: Check }) {
  if (isUseless(check)) return null;
  if (check.new === 0) return <Message tone="warning" title={t.file.nothingNew} />;
  return (
    <Message tone="green" title={t.file.fits(check.new)}>
      {t.file.notYet}
    </Message>
  );
}

function Suspicions({ check }: { check: Check }) {
  const found = suspicionsOf(check);
  if (found.length === 0) return null;
  return (
    <>
      <Message tone="warning" title={t.file.damaged}>
        {found.map((text) => (
          <p key={text} className={css.text}>
            {text}
          </p>
        ))}
      </Message>
      <Lines
        title={t.file.suspects}
        lines={check.suspects}
        count={check.scientific + check.lostZeros + check.lookAlikes}
        open
      />
    </>
  );
}

type Props = { name: string; check: Check | null; checkAgain: () => void };

/** The result of a check, shown before the form is saved. */
export function CheckResult({ name, check, checkAgain }: Props) {
  if (!check) {
    return (
      <Message tone="warning" title={name}>
        <p className={css.text}>{t.file.checkFailed}</p>
        <Button variant="default" size="xs" onClick={checkAgain}>
          {t.file.checkAgain}
        </Button>
      </Message>
    );
  }
  const { encoding, delimiter, withHeader, sample, badLines, invalid } = check;
  return (
    <section className={css.result} aria-label={t.file.result(name)}>
      <p className={css.name}>{name}</p>
      <Verdict check={check} />
      <Figures check={check} />
      <Suspicions check={check} />
      <Lines title={t.file.bad} lines={badLines} count={invalid} />
      {sample.length > 0 && <p className={css.hint}>{t.file.sample(sample)}</p>}
      <p className={css.hint}>
        {t.file.written(
          t.file.encodings[encoding],
          t.file.delimiters[delimiter] ?? delimiter,
          withHeader,
        )}
      </p>
    </section>
  );
}
