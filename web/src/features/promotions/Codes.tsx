import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { invalidateArea } from '../../shared/api/effects';
import { Message } from '../../shared/ui/Message';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import type { Promotion } from './api';
import css from './Codes.module.css';
import { type Counts, countsQuery } from './codesApi';
import { ImportState } from './ImportState';
import { Meter } from './Meter';
import { isUnderWay, outlook } from './rules';
import { t } from './texts';

const numbers = new Intl.NumberFormat('ru');

// When a file has been taken over, the rest of the console learns of its codes.
function useArrival(counts: Counts | undefined) {
  const client = useQueryClient();
  const before = useRef(false);
  const busy = isUnderWay(counts?.import);
  useEffect(() => {
    if (before.current && !busy) void invalidateArea(client, 'promotions');
    before.current = busy;
  }, [busy, client]);
}

function Warning({ counts, dateEnd }: { counts: Counts; dateEnd: string }) {
  const { isLow, remainingCodesCount, lastsUntil } = counts;
  if (!isLow) {
    return lastsUntil && <p className={css.quiet}>{outlook(lastsUntil, dateEnd)}</p>;
  }
  if (remainingCodesCount === 0) {
    return (
      <Message tone="amber" title={t.codes.over}>
        {t.codes.overText}
      </Message>
    );
  }
  return (
    <Message tone="amber" title={t.codes.low}>
      {lastsUntil ? t.codes.lowText(lastsUntil) : t.codes.lowPlain}
    </Message>
  );
}

function Figures({ counts }: { counts: Counts }) {
  const { remainingCodesCount: remaining, usedCodesCount: used, isLow } = counts;
  return (
    <div className={css.figures}>
      <dl className={css.numbers}>
        <div>
          <dt>{t.codes.available}</dt>
          <dd>{numbers.format(remaining)}</dd>
        </div>
        <div>
          <dt>{t.codes.used}</dt>
          <dd>{numbers.format(used)}</dd>
        </div>
      </dl>
      {used + remaining > 0 && <Meter used={used} remaining={remaining} low={isLow} />}
      {used + remaining === 0 && !isUnderWay(counts.import) && (
        <p className={css.quiet}>{t.codes.none}</p>
      )}
    </div>
  );
}

type Props = Pick<Promotion, 'uuidStock' | 'dateEnd'>;

/** The codes of a promotion: how many are left, how long they last, and how the last file fares. */
export function Codes({ uuidStock, dateEnd }: Props) {
  const { data, error, refetch, isFetching } = useQuery(countsQuery(uuidStock));
  const search = useSearch({ strict: false });
  useArrival(data);
  return (
    <Section
      title={t.card.codes}
      actions={
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              {...props}
              to={`/promotions/card/${uuidStock}/refactoring`}
              search={search}
              hash="file"
              state={{ fromCard: true }}
            />
          )}
        >
          {t.codes.add}
        </Button>
      }
    >
      {data && (
        <>
          <Figures counts={data} />
          <Warning counts={data} dateEnd={dateEnd} />
          {data.import && <ImportState file={data.import} />}
        </>
      )}
      {!data && !error && <Skeleton height={80} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Section>
  );
}
