import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { moment } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Retry } from '../../shared/ui/Retry';
import { Screen } from '../../shared/ui/Screen';
import { Sheet } from '../../shared/ui/Sheet';
import { Skeleton } from '../../shared/ui/Skeleton';
import { type Consent, consentsQuery, useWithdraw } from './api';
import css from './profile.module.css';
import { t } from './texts';

const endsMembership = ({ isRequired, kind }: Consent) => isRequired || kind === 'parent';

function Withdraw({ consent, onClose }: { consent: Consent; onClose: () => void }) {
  const withdraw = useWithdraw();
  const isEnd = endsMembership(consent);
  return (
    <Sheet title={t.consents.askTitle} onClose={onClose}>
      <p className={css.body}>{consent.body}</p>
      <Note tone={isEnd ? 'red' : 'plain'}>{isEnd ? t.consents.askRequired : t.consents.ask}</Note>
      {withdraw.error && (
        <Note tone="red" alert>
          {inWords(withdraw.error)}
        </Note>
      )}
      <Button
        look="danger"
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate(consent, { onSuccess: onClose })}
      >
        {isEnd ? t.consents.yesRequired : t.consents.yes}
      </Button>
    </Sheet>
  );
}

/** The member's consents, and how to withdraw them. */
export function ConsentsScreen() {
  const { data, error, refetch, isFetching } = useQuery(consentsQuery);
  const [asked, ask] = useState<Consent | null>(null);
  return (
    <Screen title={t.consents.title} back={links.profile}>
      {!data && !error && <Skeleton bars={[110, 110]} />}
      {error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {data?.length === 0 && <p className={css.empty}>{t.consents.empty}</p>}
      <ul className={css.items}>
        {data?.map((consent) => (
          <li key={consent.kind} className={css.item}>
            <h2 className={css.head}>{consent.title}</h2>
            <p className={css.when}>{t.consents.given(moment(consent.givenAt))}</p>
            <Button
              look="link"
              aria-label={`${t.consents.withdraw}: ${consent.title}`}
              onClick={() => ask(consent)}
            >
              {t.consents.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <Withdraw consent={asked} onClose={() => ask(null)} />}
    </Screen>
  );
}
