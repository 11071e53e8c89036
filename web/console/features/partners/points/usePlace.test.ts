import { act, renderHook, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as points from './api';
import { usePlace } from './usePlace';

const there = { latitude: 55.75, longitude: 37.62 };

let answerAddress: (address: string | null) => void;
let answerPlaces: (places: Awaited<ReturnType<typeof points.findPlaces>>) => void;

beforeEach(() => {
  vi.spyOn(points, 'addressAt').mockReturnValue(
    new Promise((done) => {
      answerAddress = done;
    }),
  );
  vi.spyOn(points, 'findPlaces').mockReturnValue(
    new Promise((done) => {
      answerPlaces = done;
    }),
  );
});

const open = (initial = '') =>
  renderHook(() => {
    const [address, setAddress] = useState(initial);
    const [place, setPlace] = useState<unknown>(null);
    return { address, place, use: usePlace({ uuidCity: 'c-1', address, setAddress, setPlace }) };
  });

it('an address typed during the lookup is kept; the result is only suggested', async () => {
  const { result } = open();
  act(() => void result.current.use.moved(there));
  act(() => result.current.use.typed('ул. Новая, 2'));
  await act(async () => answerAddress('ул. Старая, 1'));
  expect(result.current.address).toBe('ул. Новая, 2');
  expect(result.current.use.suggested).toBe('ул. Старая, 1');
});

it('an empty address is filled in from the map', async () => {
  const { result } = open();
  act(() => void result.current.use.moved(there));
  await act(async () => answerAddress('ул. Старая, 1'));
  expect(result.current.address).toBe('ул. Старая, 1');
});

it('a result for an outdated input is dropped', async () => {
  const { result } = open('ул. Старая, 1');
  act(() => void result.current.use.find());
  act(() => result.current.use.typed('ул. Новая, 2'));
  await act(async () => answerPlaces([{ ...there, address: 'ул. Старая, 1' }]));
  expect(result.current.place).toBeNull();
  await waitFor(() => expect(result.current.use.finding).toBe(false));
});
