import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPhone } from '../../../kit/format/phone';
import { History } from '../../shared/history/History';
import { catalogueLinks } from '../../shared/links/catalogues';
import { useListLink, usePageParams } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { CardLayout } from '../../shared/ui/CardLayout';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { useGoBack } from '../../shared/ui/useGoBack';
import { historyQuery, universityQuery, useDeleteUniversity } from './api';
import { historyWords } from './history';
import { t } from './texts';
import { UniversityDialog } from './UniversityDialog';
import type { University, UniversityCard } from './wire';

const u = t.university;

function Facts({ university }: { university: University }) {
  const { shortName, fullName, inn, nameCity, nameRegion, address, phone, email } = university;
  const { boss, contractEnd } = university;
  return (
    <Section title={u.facts}>
      <Pairs>
        <Pair label={u.shortName}>{shortName}</Pair>
        <Pair label={u.inn}>{inn}</Pair>
        <Pair label={u.fullName} wide>
          {fullName}
        </Pair>
        <Pair label={u.city}>{nameCity}</Pair>
        <Pair label={u.region}>{nameRegion}</Pair>
        <Pair label={u.address} wide>
          {address || u.noValue}
        </Pair>
        <Pair label={u.phone}>{phone ? formatPhone(phone) : u.noValue}</Pair>
        <Pair label={u.email}>{email || u.noValue}</Pair>
        <Pair label={u.boss}>{boss || u.noValue}</Pair>
        <Pair label={u.contractEnd}>{contractEnd || u.noValue}</Pair>
      </Pairs>
    </Section>
  );
}

function Actions({ card, back }: { card: UniversityCard; back: string }) {
  const { isUsed, shortName, uuidUniversity } = card.university;
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null);
  const remove = useDeleteUniversity();
  const goBack = useGoBack(back);
  const close = () => setAsked(null);
  const gone = () => {
    notifyDone(u.removing.done);
    goBack();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsked('edit')}>
        {common.edit}
      </Button>
      {!isUsed && (
        <Button variant="default" data-danger onClick={() => setAsked('remove')}>
          {common.delete}
        </Button>
      )}
      {asked === 'edit' && <UniversityDialog card={card} close={close} />}
      {asked === 'remove' && (
        <ConfirmDialog
          title={u.removing.title}
          text={u.removing.text(shortName)}
          confirm={common.delete}
          danger
          busy={remove.isPending}
          onCancel={close}
          onConfirm={() => remove.mutate(uuidUniversity, { onSuccess: gone, onError: close })}
        />
      )}
    </>
  );
}

/** /catalogues/{uuidUniversity}: a university with its history. */
export function UniversityPage() {
  const { uuidUniversity } = usePageParams(catalogueLinks.university);
  const query = useQuery(universityQuery(uuidUniversity));
  const back = useListLink(catalogueLinks.all());
  return (
    <Page
      title={query.data?.university.shortName ?? u.title}
      back={back}
      actions={query.data && <Actions key={uuidUniversity} card={query.data} back={back} />}
      wide="card"
    >
      <Loaded
        query={query}
        skeleton={
          <CardLayout loading>
            <SectionSkeleton pairs={10} />
          </CardLayout>
        }
      >
        {({ university }) => (
          <CardLayout
            history={<History query={historyQuery(uuidUniversity)} words={historyWords} />}
          >
            <Facts university={university} />
            {university.isUsed && <Message tone="grey">{u.used}</Message>}
          </CardLayout>
        )}
      </Loaded>
    </Page>
  );
}
