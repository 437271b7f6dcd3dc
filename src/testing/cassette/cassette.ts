import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type Generator, GeneratorError } from '../../generators/generator.ts';
import { digestOfJson } from '../../store/digest.ts';
import { type AnswerSource, type Asked, customAdvice, type Question } from '../answers.ts';
import { PlayError } from '../play-error.ts';
import { PLAYED_MODEL } from '../play-models.ts';
import { difference } from './difference.ts';
import {
  type RecordedAnswer,
  type RecordedCall,
  type RecordedRequest,
  readRecording,
  writeRecording,
} from './recording.ts';
import { scrubber, secretsIn } from './secrets.ts';

export interface CassetteOptions {
  /**
   * `replay`: what is recorded, and nothing else. `record`: every model is asked, and the cassette written anew. `auto`, when left out: what is
   * recorded, and what is not is asked and recorded. Where the variable CI is set nothing is ever recorded.
   */
  readonly mode?: 'replay' | 'record' | 'auto';
  /** Of an OpenAI-compatible endpoint, up to and with `/v1`; `OPENAI_BASE_URL`, or OpenAI's own, when left out. */
  readonly baseUrl?: string;
  /** `OPENAI_API_KEY` when left out. It is recorded nowhere. */
  readonly apiKey?: string;
  /** For definitions that name no model; `DSAP_MODEL` when left out. */
  readonly model?: string;
  /** Further texts that are recorded nowhere; those of variables called like a key, a token or a password are none too. */
  readonly secrets?: readonly string[];
}

/** What models have said in one play, in a file of its own. */
export class Cassette {
  readonly #file: string;
  readonly #options: CassetteOptions;

  constructor(file: string, options: CassetteOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** For `play`. */
  open(): AnswerSource {
    return openCassette(this.#file, this.#options);
  }
}

/** Answers of models that are recorded in a YAML file, by the digest of model, messages, schema, tools and sampling. */
export function cassette(path: string, options: CassetteOptions = {}): Cassette {
  return new Cassette(path, options);
}

function openCassette(file: string, options: CassetteOptions): AnswerSource {
  const { mode = 'auto', secrets = [] } = options;
  const { apiKey = process.env['OPENAI_API_KEY'] } = options;
  const mayRecord = mode !== 'replay' && !isCi();
  if (mode === 'record' && !mayRecord) throw refusedInCi(file);
  const scrub = scrubber([...secretsIn(process.env), ...secrets, ...(apiKey === undefined ? [] : [apiKey])]);
  const calls: RecordedCall[] = mode === 'record' ? [] : [...readRecording(file)];
  const taken = new Set<RecordedCall>();
  const take = (call: RecordedCall) => {
    taken.add(call);
    return call.answer;
  };
  return {
    async model(asked) {
      const request = scrub(requestOf(asked));
      const key = digestOfJson(request);
      const known = calls.find((call) => call.key === key && !taken.has(call));
      if (known) return take(known);
      if (!mayRecord)
        throw notRecorded(
          file,
          asked,
          request,
          calls.filter((call) => !taken.has(call)),
        );
      const answer = scrub(await ask(asked, { ...options, ...(apiKey !== undefined && { apiKey }) }));
      const { name, attempt } = asked;
      const call = { key, name, attempt, request, answer };
      calls.push(call);
      writeRecording(file, calls);
      return take(call);
    },
    async outside({ name, step, attempt }) {
      const add = 'A cassette holds what models say. Give this play its answers as a list or a function.';
      throw new PlayError('answer_missing', `${name} is asked of an activity outside.`, { step, attempt, add });
    },
    async custom({ name, step, attempt, generator = name }) {
      const what = `${name} is made by a generator of yours, and a cassette holds what models say.`;
      const add = customAdvice(name, generator, 'give this play its answers as a list or a function');
      throw new PlayError('answer_missing', what, { step, attempt, add });
    },
    end() {
      const left = calls.filter((call) => !taken.has(call));
      const [first] = left;
      if (!first) return;
      const what = `the cassette ${file} holds ${left.length} answers that nobody asked for, the first of ${first.name}.`;
      const add = "Record it anew where a model may be asked: cassette(path, {mode: 'record'}).";
      throw new PlayError('answer_left_over', what, { step: first.name, attempt: first.attempt, add });
    },
  };
}

function isCi(): boolean {
  return !['', '0', 'false'].includes((process.env['CI'] ?? '').toLowerCase());
}

function refusedInCi(file: string): PlayError {
  const add = "Record it on a machine of yours and commit it; here use {mode: 'replay'} or leave the mode out.";
  return new PlayError('recording_refused', `CI is set, and nothing is recorded in ${file}.`, { add });
}

/** As JSON has it. */
function requestOf({ model, sampling, messages, schema, tools }: Asked & Question): RecordedRequest {
  const request = { model, sampling, messages, ...(schema !== undefined && { schema }), ...(tools && { tools }) };
  return JSON.parse(JSON.stringify(request));
}

function notRecorded(
  file: string,
  { name, step, attempt }: Asked,
  request: RecordedRequest,
  left: readonly RecordedCall[],
): PlayError {
  const own = left.filter((call) => call.name === name);
  const changed = difference(
    request,
    (own.length > 0 ? own : left).map((call) => call.request),
  );
  const add =
    "Record it where a model may be asked: cassette(path, {mode: 'auto'}), or {mode: 'record'} for all of it, without CI set.";
  if (changed === undefined)
    return new PlayError(
      'answer_missing',
      `${name} is asked, and ${existsSync(file) ? `${file} holds no further answer` : `there is no cassette ${file}`}.`,
      {
        step,
        attempt,
        add,
      },
    );
  const what = `what ${name} is asked is not what was recorded in ${file}:\n${changed}`;
  return new PlayError('prompt_changed', what, { step, attempt, add });
}

/** Milliseconds before another try, where the provider does not say. */
const PAUSE = 1_000;

async function ask(asked: Asked & Question, options: CassetteOptions): Promise<RecordedAnswer> {
  const generator = await generatorAt(options);
  const { model = process.env['DSAP_MODEL'] } = options;
  const name = asked.model === PLAYED_MODEL ? model : asked.model;
  if (name === undefined) throw noModel(asked);
  const { step, epoch, attempt, n, messages, schema, tools, signal, sampling } = asked;
  try {
    const {
      rawUsage: _,
      warnings: __,
      ...answer
    } = await generator.complete({
      model: { ...sampling, name },
      messages,
      ...(schema !== undefined && { schema }),
      ...(tools && { tools }),
      place: { runId: '', step, epoch, attempt, n, faults: 0 },
      signal,
    });
    return JSON.parse(JSON.stringify(answer));
  } catch (error) {
    // The next try comes at once in a play.
    if (error instanceof GeneratorError && error.kind === 'transport') await wait(error.retryAfter ?? PAUSE);
    throw error;
  }
}

function noModel({ step, attempt }: Asked): PlayError {
  const add = 'Name it in the definition, in cassette(path, {model}), or in DSAP_MODEL.';
  return new PlayError('recording_refused', 'no model is named that could be asked.', { step, attempt, add });
}

const OPENAI = 'https://api.openai.com/v1';

/** The client of OpenAI's protocol is loaded by the first recording. */
async function generatorAt({
  baseUrl = process.env['OPENAI_BASE_URL'] ?? OPENAI,
  apiKey,
}: CassetteOptions): Promise<Generator> {
  const { createOpenAiGenerator } = await import('../../generators/openai-generator.ts');
  const isOpenAi = new URL(baseUrl).hostname === new URL(OPENAI).hostname;
  return createOpenAiGenerator({
    endpoint: {
      name: 'recorded',
      baseUrl,
      profile: {
        jsonSchema: isOpenAi ? 'strict' : 'soft',
        seed: true,
        maxTokensField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
        usage: 'stream_option',
        systemRole: 'system',
      },
    },
    apiKey,
    price: () => undefined,
    maxTokens: () => LONGEST_ANSWER,
    timeoutMs: 120_000,
    idleTimeoutMs: 60_000,
    sendPlace: false,
    wireName: (model) => model,
  });
}

/** Tokens. */
const LONGEST_ANSWER = 8_192;
