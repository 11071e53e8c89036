import type { components } from '../shared/api/schema.gen';

type Partner = components['schemas']['PartnersCardWire'];

/** A partner's card as the server sends it. */
export const partnerWire = (changes: Partial<Partner> = {}): Partner => ({
  uuidPartner: 'p-1',
  idPartner: 5,
  status: 'active',
  reasonBlocked: null,
  name: 'Кофейня «Ёж»',
  legalName: 'ООО «Ёж»',
  inn: '7729082090',
  linkToSite: 'https://ezh.example/menu',
  uuidMainCity: 'c-1',
  nameMainCity: 'Москва',
  category: { uuidCategory: 'k-1', name: 'Кофейни' },
  createdData: '2026-11-05 23:59:59',
  logo: '/files/logo.png',
  keyImg: null,
  rating: 4,
  email: 'ezh@example.ru',
  phone: '79123456789',
  description: '<p>Варим <strong>кофе</strong><script>1</script></p>',
  socialNetworks: [
    { type: 'vk', link: 'https://vk.com/ezh' },
    { type: 'fb', link: 'javascript:alert(1)' },
  ],
  discounts: [
    { uuidDiscount: 'd-1', name: null, type: 'fix', description: 'На всё меню', size: '10.5' },
    { uuidDiscount: 'd-2', name: 'Десерт', type: 'free', description: 'К кофе', size: null },
  ],
  stocks: [],
  countComments: 1,
  countComplaints: 0,
  countDiscounts: 2,
  countPhoto: 1,
  countSalePoints: 3,
  countStocks: 0,
  countVacancies: 1,
  ...changes,
});
