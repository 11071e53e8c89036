import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asProblem } from '../../../kit/api/problem';
import { useChange } from '../../../kit/api/useChange';
import { memberQuery } from '../../shared/api/member';
import type { Page } from '../../shared/api/pages';
import { codesQuery, type OwnCode, promotionQuery } from './api';
import { ask, isInLine, type Place } from './claim';

type Codes = InfiniteData<Page<OwnCode>, string | undefined>;

/** Adds a code on top of the list, without duplicates. */
export function withCode(data: Codes | undefined, got: OwnCode): Codes {
  const [first, ...rest] = data?.pages ?? [];
  const others = (first?.items ?? []).filter(
    ({ code, promotion }) => code !== got.code || promotion.id !== got.promotion.id,
  );
  return {
    pages: [{ items: [got, ...others], next: first?.next ?? null }, ...rest],
    pageParams: data?.pageParams ?? [undefined],
  };
}

/** Claims a code of a promotion: one request for a double tap; in the queue it retries automatically. */
export function useClaim(promotion: string) {
  const client = useQueryClient();
  const [line, setLine] = useState<Place | null>(null);
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: codesQuery().queryKey }),
      client.invalidateQueries({ queryKey: promotionQuery(promotion).queryKey }),
    ]);
  const change = useChange({
    mutationFn: () => ask(promotion),
    onSuccess: (got) => {
      if (!('code' in got)) return setLine(got);
      setLine(null);
      client.setQueryData<Codes>(codesQuery().queryKey, (data) => withCode(data, got));
      return refresh();
    },
    onError: (thrown) => {
      setLine(null);
      const { status, type } = asProblem(thrown);
      if (status === 403 || type === 'inactive') {
        return client.invalidateQueries({ queryKey: memberQuery.queryKey });
      }
      return refresh(); // another tab or phone may have claimed it
    },
  });
  const { mutate } = change;
  // biome-ignore lint/correctness/useExhaustiveDependencies: mutate is another function on every render
  useEffect(() => {
    if (!line) return;
    const timer = setTimeout(() => mutate(), line.retryAfter * 1000);
    return () => clearTimeout(timer);
  }, [line]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after a reload in the line
  useEffect(() => {
    void isInLine(promotion).then((isWaiting) => isWaiting && mutate());
  }, [promotion]);
  return { line, claim: mutate, isPending: change.isPending, error: change.error };
}
