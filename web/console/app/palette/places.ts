import { may } from '../../shared/access/area';
import { menu } from '../../shared/access/texts';
import { applicationLinks } from '../../shared/links/applications';
import { attentionLinks } from '../../shared/links/attention';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { newsLinks } from '../../shared/links/news';
import { operatorLinks } from '../../shared/links/operators';
import { partnerLinks } from '../../shared/links/partners';
import { reviewLinks } from '../../shared/links/reviews';
import type { Operator } from '../../shared/session/token';
import type { View } from '../../shared/views/api';
import { viewParam } from '../../shared/views/viewParam';
import { site } from '../registry';
import { menuFor } from '../shell/entries';
import { t } from './texts';

/** Something to go to or to do. */
export type Place = { label: string; to: string; detail?: string };

/** The pages that the operator may open. */
export const placesFor = (operator: Operator): Place[] => [
  { label: menu.attention, to: attentionLinks.page() },
  ...menuFor(site.areas, operator)
    .filter(({ area, waits }) => !waits && may(operator, area))
    .map(({ label, to }) => ({ label, to })),
];

/** The saved views; the list itself opens one, because it knows whether all of its conditions still exist. */
export const viewPlaces = (views: readonly View[]): Place[] =>
  views.flatMap(({ list, name, uuidView }) => {
    const to = site.areas.find(({ area }) => area === list)?.menu?.to;
    const detail = Object.hasOwn(menu, list) ? menu[list as keyof typeof menu] : '';
    return to ? [{ label: name, detail, to: `${to}?${viewParam}=${uuidView}` }] : [];
  });

/** What the operator may do from anywhere. */
export const actsFor = (operator: Operator): Place[] =>
  (
    [
      ['applications', t.acts.applications, applicationLinks.round()],
      ['reviews', t.acts.reviews, reviewLinks.round()],
      ['partners', t.acts.partner, partnerLinks.add()],
      ['news', t.acts.news, newsLinks.add()],
      ['knowledge', t.acts.question, knowledgeLinks.add()],
      ['operators', t.acts.invite, operatorLinks.invitations()],
    ] as const
  )
    .filter(([area]) => may(operator, area))
    .map(([, label, to]) => ({ label, to }));
