import type { Tab } from '../../shared/ui/UrlTabs';
import type { Partner } from './api';
import { ComplaintsTab } from './ComplaintsTab';
import { DiscountsTab } from './DiscountsTab';
import { PhotosTab } from './PhotosTab';
import { PointsTab } from './PointsTab';
import { ReviewsTab } from './ReviewsTab';
import { t } from './texts';
import type { PhotoQueue } from './usePhotoQueue';
import { VacanciesTab } from './VacanciesTab';

/** The tabs of a card in the order of spec §2.10; those of other areas stand after the discounts. */
export const tabsOf = (partner: Partner, queue: PhotoQueue, brought: readonly Tab[]): Tab[] => {
  const { uuidPartner } = partner;
  return [
    {
      id: 'discounts',
      label: t.tabs.discounts,
      count: partner.countDiscounts,
      panel: () => <DiscountsTab partner={partner} />,
    },
    ...brought,
    {
      id: 'points',
      label: t.tabs.points,
      count: partner.countSalePoints,
      panel: () => <PointsTab partner={partner} />,
    },
    {
      id: 'photos',
      label: t.tabs.photos,
      count: partner.countPhoto,
      panel: () => <PhotosTab partner={partner} queue={queue} />,
    },
    {
      id: 'reviews',
      label: t.tabs.reviews,
      count: partner.countComments,
      panel: () => <ReviewsTab uuidPartner={uuidPartner} />,
    },
    {
      id: 'complaints',
      label: t.tabs.complaints,
      count: partner.countComplaints,
      panel: () => <ComplaintsTab uuidPartner={uuidPartner} />,
    },
    {
      id: 'vacancies',
      label: t.tabs.vacancies,
      count: partner.countVacancies,
      panel: () => <VacanciesTab uuidPartner={uuidPartner} />,
    },
  ];
};
