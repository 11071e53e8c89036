import type { Area } from '../../shared/access/access.gen';
import { t } from '../texts';

/** The title of the top bar (spec §2.2): on the root path only, none in statistics mode. */
export const topBarTitle = (path: string, area: Area | undefined): string | null =>
  path === '/' && area !== 'statistics' ? t.universities : null;
