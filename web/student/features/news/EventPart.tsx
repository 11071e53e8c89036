import { IconCalendarCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { inWords } from '../../shared/api/words';
import { moment, span } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Sheet } from '../../shared/ui/Sheet';
import { type Gathering, useSeat } from './api';
import css from './Part.module.css';
import { t } from './texts';

const placesOf = ({ places, booked }: Gathering) => {
  if (places !== null)
    return booked === null ? t.gathering.total(places) : t.gathering.of(booked, places);
  return booked === null ? t.gathering.unlimited : t.gathering.booked(booked);
};

const whyClosed = ({ beginsAt, registrationEndsAt }: Gathering, now = Date.now()) => {
  if (Date.parse(beginsAt) <= now) return t.gathering.begun;
  return Date.parse(registrationEndsAt) <= now ? t.gathering.over : t.gathering.full;
};

type Props = { news: string; event: Gathering; isDescribed: boolean };

function GiveBack({ news, onClose }: { news: string; onClose: () => void }) {
  const seat = useSeat(news);
  return (
    <Sheet title={t.gathering.giveBackTitle} onClose={onClose}>
      <p>{t.gathering.giveBackText}</p>
      {seat.error && (
        <Note tone="red" alert>
          {inWords(seat.error)}
        </Note>
      )}
      <Button
        look="danger"
        busy={seat.isPending}
        onClick={() => seat.mutate(false, { onSuccess: onClose })}
      >
        {t.gathering.giveBackYes}
      </Button>
    </Sheet>
  );
}

function Seat({ news, event }: { news: string; event: Gathering }) {
  const seat = useSeat(news);
  const [isAsked, ask] = useState(false);
  const hasBegun = Date.parse(event.beginsAt) <= Date.now();
  if (event.hasSeat) {
    return (
      <>
        <Note tone="green" icon={<IconCalendarCheck size={22} />} title={t.gathering.mine}>
          {!hasBegun && t.gathering.mineText}
        </Note>
        {!hasBegun && (
          <Button look="quiet" onClick={() => ask(true)}>
            {t.gathering.giveBack}
          </Button>
        )}
        {isAsked && <GiveBack news={news} onClose={() => ask(false)} />}
      </>
    );
  }
  return (
    <>
      {seat.error && (
        <Note tone="red" alert>
          {inWords(seat.error)}
        </Note>
      )}
      {event.isOpen ? (
        <Button busy={seat.isPending} onClick={() => seat.mutate(true)}>
          {t.gathering.take}
        </Button>
      ) : (
        !seat.error && <Note>{whyClosed(event)}</Note>
      )}
    </>
  );
}

/** The event of an item: time, place, and the student's seat. */
export function EventPart({ news, event, isDescribed }: Props) {
  const { title, description, address, beginsAt, endsAt, registrationEndsAt } = event;
  return (
    <section className={css.part} aria-label={t.gathering.title}>
      <h2 className={css.title}>{title}</h2>
      {isDescribed && description && <p className={css.text}>{description}</p>}
      <dl className={css.terms}>
        <div>
          <dt>{t.gathering.when}</dt>
          <dd>{span(beginsAt, endsAt)}</dd>
        </div>
        {address && (
          <div>
            <dt>{t.gathering.where}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{t.gathering.until}</dt>
          <dd>{moment(registrationEndsAt)}</dd>
        </div>
        <div>
          <dt>{t.gathering.places}</dt>
          <dd>{placesOf(event)}</dd>
        </div>
      </dl>
      <Seat news={news} event={event} />
    </section>
  );
}
