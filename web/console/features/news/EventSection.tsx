import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { newsLinks } from '../../shared/links/news';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import css from './card.module.css';
import { Seats } from './Seats';
import { t } from './texts';
import { fullTime } from './time';
import type { Event } from './wire';

/** An event with its seats and a link to its participants. */
export function EventSection({ event, uuidNews }: { event: Event; uuidNews: string }) {
  const { date, endDate, endRegistration, address, description } = event;
  return (
    <Section
      title={t.card.event}
      hint={event.isView ? t.card.seatsShown : t.card.seatsHidden}
      actions={
        <Button
          variant="default"
          leftSection={<IconUsers size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={newsLinks.participants({ uuidNews })} />}
        >
          {t.card.participants}
        </Button>
      }
    >
      <div className={css.head}>
        <h3 className={css.questionText}>{event.title}</h3>
        {description && <p className={css.description}>{description}</p>}
      </div>
      <Seats event={event} />
      <Pairs>
        <Pair label={t.card.when}>{fullTime(date)}</Pair>
        {endDate && <Pair label={t.card.until}>{fullTime(endDate)}</Pair>}
        <Pair label={t.card.registration}>
          {endRegistration
            ? t.card.registrationUntil(fullTime(endRegistration))
            : t.card.registrationStart}
        </Pair>
        {address && <Pair label={t.card.address}>{address}</Pair>}
      </Pairs>
    </Section>
  );
}
