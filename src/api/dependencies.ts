import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { CompileSchema } from '../definitions/check-options.ts';
import type { LayOut } from '../drawing/layout.ts';
import type { Run } from '../model/run.ts';
import type { CheckAnswer } from '../ports/answer-check.ts';
import type { GeneratorRow, GuardCatalogue, Issue, ModelCatalogue, PartCatalogue } from '../ports/catalogues.ts';
import type { QueueSettings } from '../ports/external-queues.ts';
import type { Store } from '../ports/store/store.ts';
import type { Reach } from './http/gate.ts';
import { createIds } from './http/ids.ts';
import type { StreamLimits } from './http/stream-gate.ts';
import { createNeededWorkers, type NeededWorkers } from './rows/needed-workers.ts';
import type { RunClient } from './run-client.ts';
import type { ScheduleClient } from './schedule-client.ts';

export interface ApiSettings {
  readonly auth: 'none' | 'keys';
  /** The key that `keys` asks for. */
  readonly apiKey?: string;
  /** Where the API is reached, without a slash at the end; known only once it listens. */
  readonly publicUrl: () => string;
  /** Temporal's Web UI, without a slash at the end. */
  readonly temporalUiUrl?: string;
  /** Who may reach it by which name. */
  readonly reach: Reach;
  readonly namespace: string;
  /** The service's version, as the OpenAPI document shows it. */
  readonly version: string;
  /** A redirect and a change of the budget are refused without `If-Match` (api 3). */
  readonly requireIfMatch: boolean;
  /** Event streams that may be open at once (R118). */
  readonly streams: StreamLimits;
  /** Requests that one address may make in a window; false on loopback in dev (R57). */
  readonly rateLimit: { readonly max: number; readonly windowMs: number } | false;
}

/** What the API is built from. Everything that needs a library or the machine comes from outside. */
export interface ApiDependencies {
  readonly store: Store;
  readonly runs: RunClient;
  readonly schedules: ScheduleClient;
  readonly models: ModelCatalogue;
  readonly guards: GuardCatalogue;
  readonly generators: readonly GeneratorRow[];
  /** Which task queues definitions may ask (R116). */
  readonly queues: QueueSettings;
  /** Documents of the definitions that come with the service, which lists leave out unless they are asked for; left out: there are none. */
  readonly bundled?: readonly object[];
  /** The user's own agents and generators; left out: there are none. */
  readonly parts?: PartCatalogue;
  readonly settings: ApiSettings;
  readonly logger: FastifyBaseLogger | false;
  /** Further routes under the same roof, such as the simulated models. */
  readonly extensions?: readonly FastifyPluginAsync[];
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly newId?: (prefix: string) => string;
  /** `sha256:<hex>` of a text in UTF-8. */
  readonly digestOf: (text: string) => string;
  /** `sha256:<hex>` of the RFC 8785 form (R38). */
  readonly digestOfJson: (value: unknown) => string;
  /** All problems of a value under a JSON Schema, with pointers relative to the value. */
  readonly validateInput: (schema: unknown, value: unknown) => readonly Issue[];
  /** What can be said at once of a person's artifact, before it is stored (R115). */
  readonly checkAnswer: CheckAnswer;
  /** Why a JSON Schema does not compile; undefined when it does. */
  readonly compileSchema: CompileSchema;
  /** A document as YAML text. */
  readonly writeYaml: (document: unknown) => string;
  readonly layOut: LayOut;
  /** Hears of each run that was stored and started here; may not throw. */
  readonly onBegun?: (run: Run) => void;
}

/** The dependencies with their defaults filled in: what routes and use-cases are given. */
export interface ApiContext extends ApiDependencies {
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  readonly neededWorkers: NeededWorkers;
}

export function createContext(dependencies: ApiDependencies): ApiContext {
  const now = dependencies.now ?? Date.now;
  return {
    ...dependencies,
    now,
    newId: dependencies.newId ?? createIds(now),
    neededWorkers: createNeededWorkers(dependencies.runs),
  };
}
