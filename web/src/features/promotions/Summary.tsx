import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Message } from '../../shared/ui/Message';
import { Section } from '../../shared/ui/Section';
import type { Card } from './api';
import { Blocking } from './Blocking';
import css from './card.module.css';
import { DetailDialog } from './DetailDialog';
import { t } from './texts';

function Actions({ card }: { card: Card }) {
  const { promotion, version } = card;
  const { uuidStock, status } = promotion;
  const search = useSearch({ strict: false });
  const [detailed, setDetailed] = useState(false);
  const active = status === 'active';
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to={`/promotions/card/${uuidStock}/statistic`} />}
      >
        {t.statistics.link}
      </Button>
      <Button variant="default" onClick={() => setDetailed(true)}>
        {t.actions.details}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            {...props}
            to={`/promotions/card/${uuidStock}/refactoring`}
            search={search}
            state={{ fromCard: true }}
          />
        )}
      >
        {t.actions.edit}
      </Button>
      <Blocking of={promotion} version={version}>
        {(press, busy) => (
          <Button
            variant="default"
            data-danger={active || undefined}
            loading={busy && !active}
            onClick={press}
          >
            {active ? t.actions.block : t.actions.unblock}
          </Button>
        )}
      </Blocking>
      {detailed && <DetailDialog promotion={promotion} close={() => setDetailed(false)} />}
    </div>
  );
}

/** Whose promotion it is, why it is blocked, and what can be done with it as it stands. */
export function Summary({ card }: { card: Card }) {
  const { partner, status, reasonBlocked } = card.promotion;
  return (
    <Section title={t.card.title}>
      <div>
        <p className={css.label}>{t.card.partner}</p>
        <Link className={css.link} to={`/partners/card/${partner.uuidPartner}`}>
          {partner.name}
        </Link>
      </div>
      {partner.status === 'blocked' && <Message tone="red">{t.partnerBlockedText}</Message>}
      {status === 'blocked' && reasonBlocked && (
        <div className={css.reason}>
          <p className={css.reasonTitle}>{t.card.reason}</p>
          {reasonBlocked}
        </div>
      )}
      <Actions card={card} />
    </Section>
  );
}
