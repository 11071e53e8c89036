import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import type { Event } from './api';
import css from './card.module.css';
import { Seats } from './Seats';
import { t } from './texts';
import { wholeTime } from './time';

/** An event: when, where, how many seats are taken, and who comes. */
export function EventSection({ event, news }: { event: Event; news: string }) {
  const { date, endDate, endRegistration, address, description } = event;
  return (
    <Section
      title={t.card.event}
      hint={event.isView ? t.card.seatsShown : t.card.seatsHidden}
      actions={
        <Button
          variant="default"
          leftSection={<IconUsers size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={`/news/${news}/showStudents`} />}
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
        <Pair label={t.card.when}>{wholeTime(date)}</Pair>
        {endDate && <Pair label={t.card.until}>{wholeTime(endDate)}</Pair>}
        <Pair label={t.card.registration}>
          {endRegistration
            ? t.card.registrationUntil(wholeTime(endRegistration))
            : t.card.registrationStart}
        </Pair>
        {address && <Pair label={t.card.address}>{address}</Pair>}
      </Pairs>
    </Section>
  );
}
