import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { promotionLinks } from '../../../shared/links/promotions';
import { FormButton } from '../../../shared/ui/FormButton';
import { Blocking } from '../Blocking';
import { t } from '../texts';
import type { Card } from '../wire';
import { DetailDialog } from './DetailDialog';

/** Statistics, the view of students, edit, block and unblock. */
export function CardActions({ card }: { card: Card }) {
  const { promotion, version } = card;
  const { uuidStock, status } = promotion;
  const [detailed, setDetailed] = useState(false);
  const active = status === 'active';
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to={promotionLinks.statistics({ uuidStock })} />}
      >
        {t.statistics.link}
      </Button>
      <Button variant="default" onClick={() => setDetailed(true)}>
        {t.actions.details}
      </Button>
      <FormButton to={promotionLinks.edit({ uuidStock })}>{t.actions.edit}</FormButton>
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
    </>
  );
}
