import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { LEVELS, USUAL_POOL } from '../model/isolation.ts';
import { NotUtf8 } from '../text/decode-text.ts';
import { parseDuration } from '../text/duration.ts';
import { messageOf } from '../text/message-of.ts';
import { documentIn } from '../text/parse-document.ts';

/** The settings file `DSAP_CONFIG` (running 3): what does not fit in a variable. Every key is optional, unknown keys are refused. */
const price = z.number().nonnegative();

/** In milliseconds. */
const duration = z.string().transform((text, context) => {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) context.addIssue('must be a duration such as PT5S');
  return milliseconds ?? 0;
});

const modelName = z.string().trim().min(1).max(200);

const Profile = z.strictObject({
  /** How far the server honours an output schema. */
  jsonSchema: z.enum(['strict', 'soft', 'none']).optional(),
  seed: z.boolean().optional(),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  usage: z.enum(['always', 'stream_option', 'none']).optional(),
  /** How the system text is sent: `user` puts it before the first user message, for models without such a role. */
  systemRole: z.enum(['system', 'developer', 'user']).optional(),
  /** Whether reasoning goes back with its message; left out: known for some hosts, else dropped until a refusal asks for it. */
  reasoning: z.enum(['echo', 'drop']).optional(),
  /** Words for the end of an answer that dsap does not know and that mean a whole one. */
  endReasons: z.array(z.string().min(1).max(100)).optional(),
  /** The end of the stream is the end of the answer. */
  doneIsEnd: z.boolean().optional(),
  /** How long more may come after the reason for the end: an ISO 8601 duration, PT5S where left out. */
  tail: duration.optional(),
  /** Further names that its models answer under: of all of them, or of each; `*` stands for anything. */
  answersAs: z
    .union([z.array(modelName), z.record(modelName, z.union([modelName, z.array(modelName)]))], {
      error: 'must be a list of names, or a map from a model to the names that it answers under',
    })
    .optional(),
});

const variable = z.string().min(1);

const variables = z
  .array(variable)
  .min(1, 'needs the name of a variable')
  .max(100)
  .superRefine((names, context) => {
    for (const [at, name] of names.entries()) {
      if (names.indexOf(name) < at)
        context.addIssue({ code: 'custom', path: [at], message: `${name} is there twice: leave one out` });
    }
  });

const FileEndpoint = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' }).optional(),
  /** The package of the AI SDK that speaks the provider's own protocol, such as @ai-sdk/anthropic; left out: OpenAI's protocol. */
  provider: z
    .string()
    .regex(
      /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w.~-]+)*$/,
      'must be the name of a package of the AI SDK, such as @ai-sdk/anthropic',
    )
    .optional(),
  /** The variable that holds its key, or several: their keys share the calls. */
  apiKeyEnv: z.union([variable, variables], { error: 'must be the name of a variable, or a list of them' }).optional(),
  models: z.array(z.string().min(1)).optional(),
  /** Of each key of the endpoint, of all workers together. */
  requestsPerMinute: z.int().min(1).max(100_000_000).optional(),
  tokensPerMinute: z.int().min(1).max(10_000_000_000).optional(),
  /** Calls at once, likewise. */
  concurrency: z.int().min(1).max(10_000).optional(),
  profile: Profile.optional(),
});

const EndpointName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'an endpoint is named in lower-case letters, digits, - and _')
  .refine((name) => name !== 'sim', 'sim is the name of the simulated models');

/** A name that definitions may use for several models, of which the first that is there answers (llm 3.8). */
const Route = z.strictObject({
  /** Models by the names that definitions use, in the order in which they are tried. */
  route: z.array(modelName).min(1, 'needs at least one model').max(20),
  /** How long a call may wait for its turn under the limits of an entry before the next one is tried: an ISO 8601 duration, PT10S where left out. */
  patience: duration.default(10_000),
});

const RouteName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,199}$/, 'a route is named in letters, digits, ., - and _, at most 200')
  .refine((name) => name !== 'sim', 'sim is the name of the simulated models');

/** USD per million tokens, and the longest answer in tokens where no step says one (R111). */
const ModelRow = z
  .strictObject({
    input: price.optional(),
    cachedInput: price.optional(),
    cacheWrite: price.optional(),
    output: price.optional(),
    maxTokens: z.int().min(1).max(9_999_999).optional(),
  })
  .refine(
    ({ input, output, cachedInput, cacheWrite }) =>
      (input === undefined) === (output === undefined) &&
      (input !== undefined || (cachedInput ?? cacheWrite) === undefined),
    'needs both input and output where it names a price',
  );

/** What all runs together may use of models within a day or a month, in UTC. */
const Cap = z
  .strictObject({
    window: z.enum(['day', 'month']),
    usd: z.number().positive().max(1_000_000_000).optional(),
    tokens: z.int().positive().max(1_000_000_000_000).optional(),
    /** Of runs with this tag only. */
    tag: z.string().min(1).optional(),
    /** Of runs of this definition only. */
    workflow: z.string().min(1).optional(),
  })
  .refine(({ usd, tokens }) => usd !== undefined || tokens !== undefined, 'needs usd, tokens, or both');

const queueNames = z.array(z.string().min(1).max(200));

const slots = z.int().min(1).max(10_000);

const Sandbox = z.strictObject({
  /** The weakest isolation that a guard is given, by its name, where that is more than the guard itself asks for. */
  floors: z.record(z.string(), z.enum(LEVELS)).default({}),
  /** How many processes each sandbox of a worker keeps ready for the next jobs, at most; 0 keeps none. */
  pool: z.int().min(0).max(64).default(USUAL_POOL),
  /** Python in `bwrap` forks for each job from one that has our own part loaded, where `pool` keeps any ready. */
  fork: z.boolean().default(true),
  /** The container engine's program, and what guards run in: an image that is there already, or with podman an unpacked one. */
  oci: z
    .strictObject({
      cli: z.enum(['docker', 'podman']).default('docker'),
      image: z.string().min(1).optional(),
      rootfs: z.string().min(1).optional(),
      runtime: z.string().min(1).optional(),
    })
    .refine(
      ({ image, rootfs }) => (image === undefined) !== (rootfs === undefined),
      'needs either an image or a rootfs',
    )
    .optional(),
});

function noneTwice(caps: readonly z.infer<typeof Cap>[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [at, { window, usd, tokens, tag, workflow }] of caps.entries()) {
    const units = [usd === undefined ? [] : ['usd'], tokens === undefined ? [] : ['tokens']].flat();
    for (const unit of units) {
      const key = JSON.stringify([unit, window, tag, workflow]);
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [at], message: 'is there twice: keep the lower one' });
      seen.add(key);
    }
  }
}

export const SettingsFile = z.strictObject({
  endpoints: z.record(EndpointName, FileEndpoint).default({}),
  /** Names that stand for several models. */
  models: z.record(RouteName, Route).default({}),
  /** What is known of a model, by its name as definitions write it. */
  prices: z.record(z.string(), ModelRow).default({}),
  /** Further simulated models: paths, seen from the file, or the cards themselves. */
  cards: z.array(z.union([z.string().min(1), z.record(z.string(), z.unknown())])).default([]),
  /** What all runs together may use of models. */
  caps: z.array(Cap).max(100).superRefine(noneTwice).default([]),
  limits: z
    .strictObject({
      /** Calls at once in one worker process. */
      llmSlots: slots.optional(),
      guardSlots: slots.optional(),
      /** Requests that one address may make in a minute. */
      requestsPerMinute: slots.optional(),
      /** Event streams that one principal, and everybody together, may have open at one process of the API. */
      streamsPerPrincipal: slots.optional(),
      streams: slots.optional(),
    })
    .default({}),
  /** Task queues that `external` generators and guards may name; `*` for all but our own. */
  externalQueues: queueNames.optional(),
  /** What DSAP_TASK_QUEUE was before, where executions may still be open. */
  formerTaskQueues: queueNames.default([]),
  sandbox: Sandbox.prefault({}),
});

export type SettingsFile = Readonly<z.infer<typeof SettingsFile>>;
export type FileEndpoint = SettingsFile['endpoints'][string];

const DEFAULT_NAME = 'dsap.config.yaml';

export interface ReadFile {
  readonly file: SettingsFile;
  /** Where it was read; undefined when there is none. */
  readonly path: string | undefined;
  readonly problems: readonly string[];
}

/** The file that is named, which must exist, or the one in the working directory if it is there. */
export function readSettingsFile(named: string | undefined, cwd: string): ReadFile {
  const file = path.resolve(cwd, named ?? DEFAULT_NAME);
  const nothing = SettingsFile.parse({});
  if (!existsSync(file)) {
    return { file: nothing, path: undefined, problems: named ? [`DSAP_CONFIG: there is no file ${file}`] : [] };
  }
  try {
    const read = SettingsFile.safeParse(documentIn(readFileSync(file), file) ?? {});
    if (read.success)
      return { file: { ...read.data, cards: located(read.data.cards, file) }, path: file, problems: [] };
    return { file: nothing, path: file, problems: read.error.issues.map((issue) => describe(file, issue)) };
  } catch (error) {
    return {
      file: nothing,
      path: file,
      problems: [`${file} ${why(error)}`],
    };
  }
}

/** Of bytes that are no text: what they are. */
function why(error: unknown): string {
  return error instanceof NotUtf8 ? error.message : `cannot be read: ${messageOf(error)}`;
}

function located(cards: SettingsFile['cards'], file: string): SettingsFile['cards'] {
  return cards.map((card) => (typeof card === 'string' ? path.resolve(path.dirname(file), card) : card));
}

/** A key that is refused carries its reason one level down. */
function describe(file: string, issue: z.core.$ZodIssue): string {
  const message = issue.code === 'invalid_key' ? issue.issues.map((inner) => inner.message).join('; ') : issue.message;
  return [file, issue.path.map(String).join('.'), message].filter(Boolean).join(': ');
}
