import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A category of the knowledge base. */
export type Category = Schemas['KnowledgeCategoryWire'];

/** A question with its answer, or a normative act. */
export type Question = Schemas['KnowledgeQuestionWire'];

/** A loaded question. */
export type Card = Versioned<'question', Question>;
