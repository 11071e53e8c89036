import { useRef, useState } from 'react';
import type { Point as Place } from '../../../shared/map/point';
import { t } from '../texts';
import { addressAt, findPlaces } from './api';

type Options = {
  uuidCity: string;
  address: string;
  setAddress: (address: string) => void;
  setPlace: (place: Place | null) => void;
};

/** Keeps an address and its place on the map in sync, with the geocoder's help. */
export function usePlace({ uuidCity, address, setAddress, setPlace }: Options) {
  // The map may overwrite an address that it has set, not one that was typed.
  const [fromMap, setFromMap] = useState(false);
  const [suggested, setSuggested] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [finding, setFinding] = useState(false);
  // Numbers the requests: an answer to an older one is dropped.
  const request = useRef(0);
  // An answer is compared with the form's values at that time, not at the time of the request.
  const latest = useRef({ address, fromMap });
  latest.current = { address, fromMap };

  const take = (found: string) => {
    setAddress(found);
    setFromMap(true);
    setSuggested(null);
  };
  const moved = async (place: Place | null) => {
    setPlace(place);
    setMessage(null);
    setSuggested(null);
    request.current += 1;
    if (!place) return;
    const mine = request.current;
    const found = await addressAt(place).catch(() => null); // by hand, then
    if (!found || mine !== request.current) return;
    const now = latest.current;
    const typed = now.address.trim();
    if (now.fromMap || typed === '') take(found);
    else if (found !== typed) setSuggested(found);
  };
  const find = async () => {
    setFinding(true);
    setMessage(null);
    request.current += 1;
    const mine = request.current;
    const isStale = () => mine !== request.current || latest.current.address !== address;
    try {
      const [best] = await findPlaces(address.trim(), uuidCity);
      if (isStale()) return;
      if (best) setPlace({ latitude: best.latitude, longitude: best.longitude });
      else setMessage(t.points.notFound);
    } catch {
      if (!isStale()) setMessage(t.points.searchFailed);
    } finally {
      setFinding(false);
    }
  };
  return {
    moved,
    find,
    finding,
    message,
    suggested,
    applySuggested: () => suggested && take(suggested),
    typed: (text: string) => {
      setAddress(text);
      setFromMap(false);
      setSuggested(null);
    },
    chosen: (found: string, place: Place) => {
      request.current += 1;
      take(found);
      setPlace(place);
      setMessage(null);
    },
  };
}
