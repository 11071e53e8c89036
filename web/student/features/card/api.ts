import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { answer } from '../../../kit/api/answer';
import { problemOf } from '../../../kit/api/problem';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { cardKey } from '../../shared/api/member';
import type { components } from '../../shared/api/schema.gen';
import { keep, readKept } from '../../shared/storage/kept';
import { dropDevice, readDevice, renewDevice, takeDevice } from './device';

/** The card. */
export type Card = components['schemas']['CardsOwnCardWire'];

const deviceKey = [...cardKey, 'device'];

// The key is not serialisable, so the device has its own record and is not part of the persisted queries.
const deviceQuery = queryOptions({
  queryKey: deviceKey,
  queryFn: async () => (await readDevice()) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
});

async function ask() {
  await dropDevice(); // if the response is lost, the next contact asks again
  return takeDevice(await answer(http.POST('/s/v1/card/device')));
}

// One tab at a time: if two devices are issued at once, the server knows only the last one.
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('card', work) : work();

// A contact renews the lease. If no phone has the card, this one takes it without a question.
async function contact(signal: AbortSignal) {
  const card = await answer(http.GET('/s/v1/card', { signal }));
  const kept = await readDevice();
  if (card.leaseUntil && kept) {
    return { card, device: await renewDevice(kept, card.leaseUntil, card.now) };
  }
  if (card.isElsewhere) {
    await dropDevice();
    return { card, device: null };
  }
  return { card, device: card.isActive && isSecureContext ? await ask() : null };
}

/** The own card: first from storage, then from the server. */
export function useCard() {
  const client = useQueryClient();
  const card = useQuery({
    queryKey: cardKey,
    meta: { kept: true },
    queryFn: async ({ signal }) => {
      const shown = await alone(() => contact(signal));
      client.setQueryData(deviceKey, shown.device);
      return shown.card;
    },
    refetchInterval: 5 * 60_000, // shows a block or a move to another phone while the card is open
  });
  const device = useQuery(deviceQuery);
  return { card, device: device.data };
}

/** Moves the card to this phone. */
export function useMoveHere() {
  const client = useQueryClient();
  return useChange({
    mutationFn: () => alone(ask),
    onSuccess: (device) => {
      client.setQueryData(deviceKey, device);
      return client.invalidateQueries({ queryKey: cardKey, exact: true });
    },
  });
}

const portraitName = 'portrait';

const keptPortrait = queryOptions({
  queryKey: [...cardKey, 'portrait', 'kept'],
  queryFn: async () => (await readKept<Blob>(portraitName)) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
});

const freshPortrait = (url: string | null | undefined) =>
  queryOptions({
    queryKey: [...cardKey, 'portrait', 'fresh'],
    enabled: Boolean(url),
    retry: false,
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? '', { signal });
      if (!response.ok) throw problemOf(response.status, null);
      const photo = await response.blob();
      await keep(portraitName, photo);
      return photo;
    },
    staleTime: 10 * 60_000,
  });

/** Loads the device and the photo from storage before the first render. */
export const prepareCard = (client: QueryClient) =>
  Promise.all([client.prefetchQuery(deviceQuery), client.prefetchQuery(keptPortrait)]);

/** The photo on the card: from storage first, so it shows without a network. */
export function usePortrait(url: string | null | undefined): string | undefined {
  const { data: kept } = useQuery(keptPortrait);
  const { data: fresh } = useQuery(freshPortrait(url));
  const photo = fresh ?? kept;
  const address = useMemo(() => photo && URL.createObjectURL(photo), [photo]);
  useEffect(() => (address ? () => URL.revokeObjectURL(address) : undefined), [address]);
  return address ?? undefined;
}
