import { useRef, useState } from 'react';
import type { Point as Place } from '../../shared/map/point';
import { addressAt, findPlaces } from './pointsApi';
import { t } from './texts';

type Options = {
  uuidCity: string;
  address: string;
  setAddress: (address: string) => void;
  setPlace: (place: Place | null) => void;
};

/** Keeps an address and its place on the map together, as far as the geocoder can tell. */
export function usePlace({ uuidCity, address, setAddress, setPlace }: Options) {
  // An address that came from the map may be replaced by the map; one that was typed may not.
  const [fromMap, setFromMap] = useState(false);
  const [suggested, setSuggested] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [finding, setFinding] = useState(false);
  // The answer to a question that has been asked again since is dropped.
  const asked = useRef(0);
  // An answer is weighed against what stands in the form when it comes.
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
    asked.current += 1;
    if (!place) return;
    const mine = asked.current;
    const found = await addressAt(place).catch(() => null); // by hand, then
    if (!found || mine !== asked.current) return;
    const now = latest.current;
    const typed = now.address.trim();
    if (now.fromMap || typed === '') take(found);
    else if (found !== typed) setSuggested(found);
  };
  const find = async () => {
    setFinding(true);
    setMessage(null);
    asked.current += 1;
    const mine = asked.current;
    const isStale = () => mine !== asked.current || latest.current.address !== address;
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
      asked.current += 1;
      take(found);
      setPlace(place);
      setMessage(null);
    },
  };
}
