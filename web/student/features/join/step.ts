import type { Draft } from './draft';
import type { Wrong } from './useJoin';

/** The props of a form step. */
export type StepProps = { draft: Draft; change: (changes: Partial<Draft>) => void; wrong: Wrong };
