import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A row of the list of partners. */
export type Row = Schemas['PartnersRowWire'];

/** The filters of the list. */
export type PartnerFilter = Schemas['PartnersFilterIn'];

/** A partner's card. */
export type Partner = Schemas['PartnersCardWire'];

/** A card as it was loaded. */
export type Card = Versioned<'partner', Partner>;

/** A discount of a partner. */
export type Discount = Schemas['PartnersDiscountWire'];

/** A vacancy of a partner. */
export type Vacancy = Schemas['PartnersVacancyWire'];

/** A photo of a partner's place. */
export type Photo = Schemas['PartnersPhotoWire'];

/** A trade point. */
export type TradePoint = Schemas['PartnersPointWire'];

/** A till of a trade point, paired or invited. */
export type Till = Schemas['CardsTillWire'];

/** The code and the link that pair a till. */
export type Invitation = Schemas['CardsInvitationWire'];

/** Points under the first letter of their street. */
export type Letter = Schemas['PartnersLetterWire'];

/** A city of a partner with some of its points. */
export type CityPoints = Omit<Schemas['PartnersCityPointsWire'], 'salePoints'> & {
  salePoints: Letter[];
};

/** The points of a partner on a map, with counts. */
export type MapPoints = Schemas['PartnersMapWire'];

/** A student's review of a partner. */
export type Review = Schemas['ReviewsOfPartnerWire'];

/** A student's complaint about a partner. */
export type Complaint = Schemas['ReviewsComplaintWire'];
