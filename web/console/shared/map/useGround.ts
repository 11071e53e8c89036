import { useMemo, useState } from 'react';
import type { Ground, Tiles } from './leaflet';
import { t } from './texts';

/** The configured tiles, until none of them loads. */
export function useGround(tiles: Tiles | null): Ground {
  const [failed, setFailed] = useState(false);
  return useMemo(
    () => ({
      tiles: failed ? null : tiles,
      note: failed ? t.groundFailed : t.noGround,
      fail: () => setFailed(true),
    }),
    [tiles, failed],
  );
}
