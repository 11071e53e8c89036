import { IconMap2 } from '@tabler/icons-react';
import { useState } from 'react';
import { daysOfText } from '../../../kit/format/hours';
import { Button } from '../../shared/ui/Button';
import type { Partner, Point } from './api';
import { inMetres } from './distance';
import { today, week } from './hours';
import { OpenSign } from './OpenSign';
import css from './Points.module.css';
import { Section } from './Section';
import { t } from './texts';

const few = 3;

const mapOf = ({ latitude, longitude }: NonNullable<Point['place']>) =>
  `https://yandex.ru/maps/?pt=${longitude},${latitude}&z=17&l=map`;

function Hours({ point: { hours, workTime, openNow } }: { point: Point }) {
  const known = hours ?? daysOfText(workTime);
  const now = today(known);
  const days = week(known);
  if (days.length === 0) return workTime ? <p className={css.line}>{workTime}</p> : null;
  return (
    <details className={css.hours}>
      <summary>
        <OpenSign isOpen={openNow} />
        <span>{now ? t.hours.today(now) : t.hours.week}</span>
      </summary>
      <dl className={css.week}>
        {days.map(({ days: names, hours: text }) => (
          <div key={names}>
            <dt>{names}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function PointCard({ point }: { point: Point }) {
  const { city, address, distance, place } = point;
  return (
    <li className={css.point}>
      <div className={css.where}>
        <p className={css.address}>{address}</p>
        <p className={css.line}>
          {city}
          {distance !== null && ` · ${inMetres(distance)}`}
        </p>
        <Hours point={point} />
      </div>
      {place && (
        <a
          className={css.map}
          href={mapOf(place)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t.mapOf(address)}
        >
          <IconMap2 size={24} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}

/** The trade points of a partner: the nearest first, all on demand. */
export function Points({ partner: { points, pointCount } }: { partner: Partner }) {
  const [isAll, showAll] = useState(false);
  if (points.length === 0) return null;
  return (
    <Section title={t.points}>
      <ul className={css.list}>
        {(isAll ? points : points.slice(0, few)).map((point) => (
          <PointCard key={point.id} point={point} />
        ))}
      </ul>
      {!isAll && points.length > few && (
        <Button look="quiet" onClick={() => showAll(true)}>
          {t.allPoints(pointCount)}
        </Button>
      )}
      {isAll && pointCount > points.length && (
        <p className={css.line}>{t.firstPoints(points.length, pointCount)}</p>
      )}
    </Section>
  );
}
