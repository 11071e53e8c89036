import { page } from './page';

/** The pages of settings: their own, one's exports, and the operators' guide. */
export const settingsLinks = {
  page: page('/settings'),
  exports: page('/settings/exports'),
  guide: page('/settings/guide'),
};
