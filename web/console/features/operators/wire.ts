import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** An operator in the list. */
export type Row = Schemas['OperatorsRowWire'];

/** An operator's card. */
export type Operator = Schemas['OperatorsCardWire'];

/** A loaded card with its version. */
export type Card = Versioned<'operator', Operator>;

/** A pending invitation. */
export type Invitation = Schemas['OperatorsInvitationWire'];

/** Role, flags and university that an administrator grants. */
export type Rights = Required<Schemas['OperatorsRightsIn']>;
