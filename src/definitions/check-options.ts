import type { GuardCatalogue, PartCatalogue, RouteRow } from '../ports/catalogues.ts';
import type { QueueSettings } from '../ports/external-queues.ts';

/** One thing that is wrong with a JSON Schema; `pointer` leads into the schema. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly message: string;
}

/** What is wrong with a JSON Schema, draft 2020-12; nothing where it can be used. */
export type CompileSchema = (schema: unknown) => readonly SchemaProblem[];

/** What a service offers to the definitions that it checks. */
export interface CheckOptions {
  readonly guards: GuardCatalogue;
  /** The user's own agents and generators; left out: there are none. */
  readonly parts?: PartCatalogue | undefined;
  /** The model of a definition that names none. */
  readonly defaultModel?: string | undefined;
  /** Names of the settings that stand for several models; left out: there are none. */
  readonly routes?: readonly RouteRow[] | undefined;
  /** The task queues that may be asked; left out: every one. */
  readonly queues?: QueueSettings | undefined;
  /** Without it, schemas inside the document are not compiled. */
  readonly compileSchema?: CompileSchema | undefined;
}
