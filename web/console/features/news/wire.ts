import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A news item, on its card and in the lists. */
export type Item = Schemas['NewsItemWire'];

/** The filters of the lists. */
export type NewsFilter = Schemas['NewsFilterIn'];

/** An item as it was loaded. */
export type Card = Versioned<'item', Item>;

/** A survey with its results. */
export type Survey = NonNullable<Schemas['NewsSurveyWire']>;

/** An event with its seats. */
export type Event = NonNullable<Schemas['NewsEventWire']>;

/** A student registered for an event. */
export type Participant = Schemas['NewsParticipantWire'];

/** The audience of an item by level: a university, the region, or everybody. */
export type Level = Item['typeNews'];

/** The status of an item. */
export type Approval = Item['approve'];

/** The body of the add and edit forms. */
export type FormBody = Schemas['NewsFormWire'];

/** The audience of an item. */
export type Audience = Schemas['ReachInBody'];
