import type { Parts } from '../../authoring/parts.ts';
import type { OwnNames } from '../../definitions/topology-work.ts';
import type { Models } from '../../generators/registry.ts';
import type { SchemaError } from '../../guards/isolation/schema-errors.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import type { CallStore } from '../../ports/store/store.ts';
import type { AbortRegistry } from '../abort-registry.ts';
import type { LiveCall } from '../call.ts';
import type { Running } from '../execution.ts';
import type { GrowingTexts } from './growing-texts.ts';

export interface GenerateDependencies extends Running {
  readonly store: CallStore;
  readonly aborts: AbortRegistry;
  readonly models: Models;
  /** Where texts under way are kept for those who read along. */
  readonly texts: Pick<GrowingTexts, 'open'>;
  /** The user's own. */
  readonly parts: Parts;
  /** All errors of a value under a JSON Schema. */
  readonly schemaErrors: (schema: unknown, value: unknown) => readonly SchemaError[];
}

/** What an artifact is to be made of: what the call was given, and what was read for it. */
export interface Making {
  readonly input: GenerateInput;
  readonly material: CallMaterial;
  /** What only its topology knows. */
  readonly names?: OwnNames | undefined;
}

/** One call to make an artifact, with everything it was given and everything it has read. */
export interface Generation extends Making {
  readonly call: LiveCall;
}
