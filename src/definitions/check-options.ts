import type { GuardCatalogue, PartCatalogue } from '../ports/catalogues.ts';
import type { QueueSettings } from '../ports/external-queues.ts';

/** What is wrong with a JSON Schema, draft 2020-12, or undefined. */
export type CompileSchema = (schema: unknown) => string | undefined;

/** What a service offers to the definitions that it checks. */
export interface CheckOptions {
  readonly guards: GuardCatalogue;
  /** The user's own agents and generators; left out: there are none. */
  readonly parts?: PartCatalogue | undefined;
  /** The model of a definition that names none. */
  readonly defaultModel?: string | undefined;
  /** The task queues that may be asked; left out: every one. */
  readonly queues?: QueueSettings | undefined;
  /** Without it, schemas inside the document are not compiled. */
  readonly compileSchema?: CompileSchema | undefined;
}
