import type { Area } from '../../shared/access/access.gen';
import { t } from '../texts';

/** The title of the top bar: on the root path only, none in statistics mode (rules 20.4). */
export const topBarTitle = (path: string, area: Area | undefined): string | null =>
  path === '/' && area !== 'statistics' ? t.universities : null;
