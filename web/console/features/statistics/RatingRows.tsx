import { Skeleton } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { common } from '../../shared/texts';
import type { Rated } from './api';
import { RatingRow } from './RatingRow';
import css from './rating.module.css';
import { placeAt, rating, type View, wantsMore } from './rules';
import { t } from './texts';

type Props = {
  rows: readonly Rated[];
  total: number;
  view: View;
  /** The last loaded row is near the screen. */
  onEnd: () => void;
};

const skeletonRows = 8;

/** Placeholder rows while the rating loads. */
export function RowsSkeleton() {
  return (
    <div role="status" aria-label={common.loading}>
      {Array.from({ length: skeletonRows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={i} className={css.row}>
          <Skeleton height={16} width={24} />
          <Skeleton height={36} radius="md" />
          <Skeleton height={16} width="60%" />
          <Skeleton height={8} className={css.barSkeleton} />
          <Skeleton height={16} width={40} className={css.numberSkeleton} />
        </div>
      ))}
    </div>
  );
}

/** The rating as a virtual list. */
export function RatingRows({ rows, total, view, onEnd }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // Measured after every render: content above the list changes its height.
  useLayoutEffect(() => {
    const measured = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (measured !== top) setTop(measured);
  });
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rating.row,
    overscan: rating.threshold,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  // range, not items: items include the overscan.
  const lastShown = (virtual.range?.endIndex ?? 0) + 1;
  useEffect(() => {
    if (wantsMore(lastShown, rows.length)) onEnd();
  });
  return (
    <ul
      ref={list}
      className={css.list}
      style={{ height: virtual.getTotalSize() }}
      aria-label={t.rating.total(total)}
    >
      {items.map(({ index, start }) => {
        const partner = rows[index];
        return (
          partner && (
            <li
              key={partner.uuidPartner}
              className={css.item}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-posinset={index + 1}
              aria-setsize={total}
            >
              <RatingRow
                partner={partner}
                place={placeAt(index, total, view.direction)}
                by={view.by}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}
