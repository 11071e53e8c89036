import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../../../kit/format/number';
import { invalidateArea } from '../../../shared/api/effects';
import { promotionLinks } from '../../../shared/links/promotions';
import { FormButton } from '../../../shared/ui/FormButton';
import { Loaded } from '../../../shared/ui/Loaded';
import { Message } from '../../../shared/ui/Message';
import { Section } from '../../../shared/ui/Section';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { t } from '../texts';
import type { Counts, Promotion } from '../wire';
import { countsQuery } from './api';
import css from './Codes.module.css';
import { ImportState } from './ImportState';
import { Meter } from './Meter';
import { isRunning, outlook } from './rules';

// Counts and lists elsewhere are stale once an import has ended.
function useRefetchAfterImport(counts: Counts | undefined) {
  const client = useQueryClient();
  const wasRunning = useRef(false);
  const running = isRunning(counts?.import);
  useEffect(() => {
    if (wasRunning.current && !running) void invalidateArea(client, 'promotions');
    wasRunning.current = running;
  }, [running, client]);
}

function Warning({ counts, dateEnd }: { counts: Counts; dateEnd: string }) {
  const { isLow, remainingCodesCount, lastsUntil } = counts;
  if (!isLow) {
    return lastsUntil && <p className={css.quiet}>{outlook(lastsUntil, dateEnd)}</p>;
  }
  if (remainingCodesCount === 0) {
    return (
      <Message tone="warning" title={t.codes.over}>
        {t.codes.overText}
      </Message>
    );
  }
  return (
    <Message tone="warning" title={t.codes.low}>
      {lastsUntil ? t.codes.lowText(lastsUntil) : t.codes.lowPlain}
    </Message>
  );
}

function Figures({ counts }: { counts: Counts }) {
  const { remainingCodesCount: remaining, usedCodesCount: used } = counts;
  return (
    <div className={css.figures}>
      <dl className={css.numbers}>
        <div>
          <dt>{t.codes.available}</dt>
          <dd>{formatNumber(remaining)}</dd>
        </div>
        <div>
          <dt>{t.codes.used}</dt>
          <dd>{formatNumber(used)}</dd>
        </div>
      </dl>
      {used + remaining > 0 && <Meter used={used} remaining={remaining} />}
      {used + remaining === 0 && !isRunning(counts.import) && (
        <p className={css.quiet}>{t.codes.none}</p>
      )}
    </div>
  );
}

type Props = Pick<Promotion, 'uuidStock' | 'dateEnd'>;

/** The codes of a promotion: how many are left, how long they will last, and the last import. */
export function Codes({ uuidStock, dateEnd }: Props) {
  const query = useQuery(countsQuery(uuidStock));
  useRefetchAfterImport(query.data);
  return (
    <Section
      title={t.card.codes}
      actions={
        <FormButton size="xs" to={promotionLinks.edit({ uuidStock })} hash="file">
          {t.codes.add}
        </FormButton>
      }
    >
      <Loaded query={query} skeleton={<Shapes pairs={2} />}>
        {(counts) => (
          <>
            <Figures counts={counts} />
            <Warning counts={counts} dateEnd={dateEnd} />
            {counts.import && <ImportState job={counts.import} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}
