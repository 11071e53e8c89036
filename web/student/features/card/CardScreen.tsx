import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { asProblem } from '../../../kit/api/problem';
import { formatDay } from '../../../kit/format/day';
import { memberQuery } from '../../shared/api/member';
import { links } from '../../shared/links';
import { t as common } from '../../shared/texts';
import { Button } from '../../shared/ui/Button';
import { InstallOffer } from '../../shared/ui/InstallOffer';
import { Logo } from '../../shared/ui/Logo';
import { Note } from '../../shared/ui/Note';
import { Offline } from '../../shared/ui/Offline';
import { Portrait } from '../../shared/ui/Portrait';
import { Retry } from '../../shared/ui/Retry';
import { Skeleton } from '../../shared/ui/Skeleton';
import { type Card, useCard, usePortrait } from './api';
import { Barcode } from './Barcode';
import css from './CardScreen.module.css';
import { CodePanel } from './CodePanel';
import { daysLeft } from './term';
import { t } from './texts';

const soon = 60; // days before the end from which the card shows a warning

function Owner({ card }: { card: Card }) {
  const photo = usePortrait(card.portraitUrl);
  const [surname, ...names] = card.name.split(' ');
  return (
    <div className={css.owner}>
      <Portrait src={photo} name={card.name} label={t.portrait} />
      <div className={css.who}>
        <p className={css.name}>
          {surname}
          <br />
          {names.join(' ')}
        </p>
        <p className={css.university}>{card.university}</p>
      </div>
    </div>
  );
}

function Expiring({ left }: { left: number }) {
  const [, go] = useLocation();
  if (left > soon) return null;
  return (
    <>
      {left > 0 && (
        <Note tone="amber" title={t.expiring(left)}>
          {t.expiringText}
        </Note>
      )}
      <Button look="quiet" onClick={() => go(links.join)}>
        {t.renew}
      </Button>
    </>
  );
}

/** The student's card. */
export function CardScreen() {
  const { card, device } = useCard();
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = card;
  useEffect(() => {
    document.title = `${t.title} · ${common.product}`;
  }, []);
  const left = data && device ? daysLeft(data, device.offset) : null; // the phone's own clock proves nothing
  const isGone = error && [403, 404].includes(asProblem(error).status); // the status has changed
  const isInactive = data?.isActive === false || isGone;
  useEffect(() => {
    if (isInactive) void client.invalidateQueries({ queryKey: memberQuery.queryKey });
  }, [isInactive, client]);
  return (
    <main className={css.screen}>
      <h1 className={css.title}>
        <Logo size={28} />
        {t.title}
      </h1>
      <Offline />
      {data ? (
        <article className={css.card}>
          <div className={css.cover}>
            <Owner card={data} />
            <p className={css.until}>
              {t.until} <strong>{formatDay(data.validUntil)}</strong>
            </p>
          </div>
          <div className={css.paper}>
            <CodePanel
              card={data}
              isOver={left !== null && left <= 0}
              device={device}
              onRefresh={refetch}
              isRefreshing={isFetching}
            />
            <div className={css.number}>
              <Barcode number={data.number} />
              <p className={css.digits}>
                {data.number.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')}
              </p>
            </div>
          </div>
        </article>
      ) : (
        !error && <Skeleton bars={[150, 380]} />
      )}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {left !== null && <Expiring left={left} />}
      {device && <InstallOffer byItself />}
    </main>
  );
}
