import type { Tab } from '../../../shared/ui/UrlTabs';
import { DiscountsTab } from '../discounts/DiscountsTab';
import { ComplaintsTab } from '../feedback/ComplaintsTab';
import { ReviewsTab } from '../feedback/ReviewsTab';
import { PhotosTab } from '../photos/PhotosTab';
import type { PhotoQueue } from '../photos/usePhotoQueue';
import { PointsTab } from '../points/PointsTab';
import { t } from '../texts';
import { VacanciesTab } from '../vacancies/VacanciesTab';
import type { Partner } from '../wire';

/** The tabs of a card in order (rules 7.6); those of other areas come after the discounts. */
export const tabsOf = (partner: Partner, queue: PhotoQueue, extraTabs: readonly Tab[]): Tab[] => {
  const { uuidPartner } = partner;
  return [
    {
      id: 'discounts',
      label: t.tabs.discounts,
      count: partner.countDiscounts,
      panel: () => <DiscountsTab partner={partner} />,
    },
    ...extraTabs,
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
      panel: () => <ReviewsTab partner={partner} />,
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
