import { t } from '../texts';
import type { Promotion } from '../wire';
import css from './Points.module.css';

type City = Promotion['cities'][number];

function CityPoints({ city, open }: { city: City; open: boolean }) {
  const { nameCity, countSalePoints, salePoints } = city;
  const more = countSalePoints - salePoints.length;
  return (
    <details className={css.city} open={open}>
      <summary className={css.name}>
        {nameCity}
        <span className={css.count}>{t.card.pointsIn(countSalePoints)}</span>
      </summary>
      <ul className={css.points}>
        {salePoints.map(({ name }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two points may share an address; the list is only ever replaced
          <li key={`${name}-${i}`}>{name}</li>
        ))}
      </ul>
      {more > 0 && <p className={css.more}>{t.card.morePoints(more)}</p>}
    </details>
  );
}

/** The partner's trade points by city. */
export function Points({ cities }: { cities: readonly City[] }) {
  if (cities.length === 0) return <p className={css.more}>{t.card.noPoints}</p>;
  return (
    <div className={css.cities}>
      {cities.map((city) => (
        <CityPoints key={city.uuidCity} city={city} open={cities.length === 1} />
      ))}
    </div>
  );
}
