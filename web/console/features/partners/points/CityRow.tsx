import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '../../../shared/texts';
import { More } from '../../../shared/ui/More';
import { Retry } from '../../../shared/ui/Retry';
import { t } from '../texts';
import type { CityPoints } from '../wire';
import { addressesQuery } from './api';
import type { Opened } from './dialogs';
import { PointLine } from './PointLine';
import { PointTools } from './PointTools';
import css from './points.module.css';

type Props = { uuidPartner: string; city: CityPoints; open: (opened: Opened) => void };

// The first addresses come with the city; the others are loaded when asked for.
function useAddresses(uuidPartner: string, { uuidCity, salePoints, countSalePoints }: CityPoints) {
  const [isExpanded, setExpanded] = useState(false);
  const query = useInfiniteQuery({
    ...addressesQuery(uuidPartner, uuidCity, ''),
    enabled: isExpanded,
  });
  const loaded = isExpanded && query.data;
  const letters = loaded ? loaded.pages.flatMap((page) => page.letters) : salePoints;
  const points = letters.flatMap((letter) => letter.points);
  const hasMore = !loaded && points.length < countSalePoints;
  return { points, hasMore, query, isExpanded, expand: () => setExpanded(true) };
}

/** A city of a partner: its first addresses, with buttons for the others and for a new one. */
export function CityRow({ uuidPartner, city, open }: Props) {
  const { uuidCity: uuid, nameCity: name, countSalePoints: count } = city;
  const at = { uuid, name };
  const { points, hasMore, query, isExpanded, expand } = useAddresses(uuidPartner, city);
  const { error, isFetching, refetch } = query;
  return (
    <li className={css.city}>
      <div className={css.cityHead}>
        <h4 className={css.cityName}>{name}</h4>
        <span className={css.quiet}>{t.points.count(count)}</span>
        <div className={css.cityTools}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t.points.allOf(name)}
            onClick={() => open({ what: 'addresses', city: at, search: '' })}
          >
            {t.points.all}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t.points.addIn(name)}
            onClick={() => open({ what: 'point', city: at, point: null })}
          >
            {t.points.addHere}
          </Button>
        </div>
      </div>
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point.uuidSalePoint} className={css.point}>
            <PointLine point={point} />
            <PointTools point={point} city={at} open={open} />
          </li>
        ))}
      </ul>
      {hasMore && error && <Retry error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {hasMore && !error && (
        <Button
          variant="default"
          size="xs"
          className={css.more}
          aria-label={t.points.moreOf(name)}
          loading={isExpanded}
          onClick={expand}
        >
          {common.more}
        </Button>
      )}
      {isExpanded && <More query={query} className={css.more} />}
    </li>
  );
}
