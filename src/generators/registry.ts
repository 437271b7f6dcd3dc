import type { ChatMessage } from '../model/chat.ts';
import type { Usage } from '../model/usage.ts';
import type { ModelCatalogue, ModelRow } from '../ports/catalogues.ts';
import type { EndpointReading } from '../ports/store/endpoints.ts';
import type { AskedLimits, Limits } from '../ports/store/limits.ts';
import { remembered } from '../text/remembered.ts';
import { createAdapterGenerator } from './adapter-generator.ts';
import { answerUsage, cutUsage } from './answer-usage.ts';
import { withBreaker } from './breaker.ts';
import { type CapsOptions, capped } from './caps.ts';
import type { ApiKey, Endpoint, EndpointProfile, ModelPrice, ModelTimeouts } from './endpoint.ts';
import { type EndpointGenerator, type Generator, GeneratorError } from './generator.ts';
import type { Fetch } from './guarded-fetch.ts';
import { type Lane, withKeys } from './keys.ts';
import { createLearned, type Learned, learnedModels } from './learned.ts';
import { withLimits } from './limits.ts';
import { listedModels } from './model-listing.ts';
import { available, refusalOfName, resolveModel, routeNamed, routeRows, simNames } from './model-names.ts';
import { createOpenAiGenerator } from './openai-generator.ts';
import { type Route, withRoute } from './routes.ts';
import { originOf } from './until-taken.ts';

export interface ModelsOptions {
  readonly endpoints: readonly Endpoint[];
  /** Serves the names without a prefix; left out where neither OPENAI_API_KEY nor OPENAI_BASE_URL is set. */
  readonly defaultEndpoint?: Endpoint | undefined;
  /** The model of a definition that names none. */
  readonly defaultModel: string | undefined;
  /** Left out where the simulated models are off. `baseUrl` is asked at each call: it is known only once the API listens. */
  readonly sim?: SimulatedModels | undefined;
  /** Names that stand for several models (llm 3.8). */
  readonly routes?: readonly Route[] | undefined;
  /** By the model's name as a definition writes it. */
  price(model: string): ModelPrice | undefined;
  /** The longest answer where no author wrote a limit, in tokens, by the same name (R111). */
  maxTokens(model: string): number;
  readonly timeouts: ModelTimeouts;
  /** Called once for each endpoint that has probably cut a prompt off, with what happened and what to do (llm 1.8). */
  readonly onTruncated?: ((text: string) => void) | undefined;
  /** Called once for each key that its provider refuses, or whose quota is used up, with what happened and until when it is not used (llm 3.6). */
  readonly onRetired?: ((text: string) => void) | undefined;
  /** What all runs together may use; left out: as much as they like. */
  readonly caps?: CapsOptions | undefined;
  /** Where all processes share the rate limits of endpoints; left out: endpoints have none. */
  readonly limits?: Limits | undefined;
}

interface SimulatedModels {
  /** Up to and with `/v1`. */
  baseUrl(): string;
  cards(): readonly string[];
  /** The names of cards whose provider has outages: each is an endpoint of its own, so that the others go on meanwhile. */
  readonly apart?: ReadonlySet<string> | undefined;
  readonly apiKey?: string | undefined;
  /** What reaches them in the place of the process's own `fetch`. */
  readonly fetch?: Fetch | undefined;
}

export interface Models extends ModelCatalogue {
  /** Never throws; a name that leads nowhere gives a generator whose calls fail with kind `configuration`. */
  generatorFor(name: string): Generator;
  /** The messages as the model would be sent them now, without the fields of answers that do not go back (llm 1.5). */
  asSent(model: string, messages: readonly ChatMessage[]): readonly ChatMessage[];
  /** Names of models that the settings list for their endpoints, and the default model. */
  named(): readonly string[];
  /** What this process knows of the endpoints that it has called. */
  readings(): readonly EndpointReading[];
  /** What a call used that a person stopped, by our own estimate: the provider's count comes only at the end. */
  usageOf(model: string, messages: readonly ChatMessage[], text: string): Usage;
  /** What a call used whose time was up, by the tokenizer (R111). */
  paidFor(model: string, messages: readonly ChatMessage[], text: string, thoughts?: string): Promise<Usage>;
}

/** All models of the service under the names that definitions use. */
export function createModels(options: ModelsOptions): Models {
  const generators = new Map<string, CalledEndpoint>();
  const findModel = (name: string): EndpointGenerator => {
    const found = resolveModel(options, name);
    if (found.kind === 'none') return unavailable(`${found.why}; available: ${found.available}`);
    const endpoint = found.kind === 'endpoint' ? found.endpoint : simEndpoint(options, found.card);
    const key = `${found.kind} ${endpoint.name} ${endpoint.baseUrl ?? ''}`;
    const generator = generators.get(key) ?? createFor(options, endpoint, found.kind === 'sim');
    generators.set(key, generator);
    return generator;
  };
  const entriesOf = (name: string) => routeNamed(options, name)?.entries ?? [name];
  /** What is counted before a call, or estimated, is that of the entry that is tried first. */
  const firstOf = (name: string) => entriesOf(name)[0] ?? name;
  const asSent: Models['asSent'] = (name, messages) => findModel(firstOf(name)).asSent(firstOf(name), messages);
  const list = remembered(LIST_MS, Date.now, () => listAll(options));
  return {
    defaultModel: options.defaultModel,
    caps: options.caps?.caps ?? [],
    list,
    async offers(name) {
      const why = refusalOfName(options, name);
      return why === undefined ? { ok: true } : { ok: false, why, available: available(options) };
    },
    generatorFor(name) {
      const route = routeNamed(options, name);
      return route ? withRoute(route, findModel) : findModel(name);
    },
    asSent,
    usageOf(model, messages, text) {
      return cutUsage({ messages, text, price: options.price(firstOf(model)) });
    },
    paidFor(model, messages, text, thoughts) {
      const sent = asSent(model, messages);
      return answerUsage({
        raw: undefined,
        messages: sent,
        text,
        ...(thoughts !== undefined && { thoughts }),
        price: options.price(firstOf(model)),
      });
    },
    endpoints: namesOf(options),
    named: () => modelsNamed(options),
    limits: new Map(endpointsOf(options).map((endpoint) => [endpoint.name, askedOf(endpoint)])),
    readings: () => [...generators.values()].map((one) => one.reading()),
    routes: routeRows(options),
    isPriced: (name) => entriesOf(name).every((model) => options.price(model) !== undefined),
  };
}

function namesOf(options: ModelsOptions): readonly string[] {
  return endpointsOf(options)
    .map(({ name }) => name)
    .concat(options.sim ? 'sim' : []);
}

function endpointsOf({ endpoints, defaultEndpoint }: ModelsOptions): readonly Endpoint[] {
  return [...endpoints, ...(defaultEndpoint ? [defaultEndpoint] : [])];
}

function askedOf({ requestsPerMinute, tokensPerMinute, concurrency }: Endpoint): AskedLimits {
  return { requestsPerMinute, tokensPerMinute, concurrency };
}

function modelsNamed({ endpoints, defaultEndpoint, defaultModel }: ModelsOptions): readonly string[] {
  const listed = endpoints.flatMap(({ name, models = [] }) => models.map((model) => `${name}/${model}`));
  return [...listed, ...(defaultEndpoint?.models ?? []), ...(defaultModel === undefined ? [] : [defaultModel])];
}

const LIST_MS = 30_000;

const SIM_PROFILE: EndpointProfile = {
  jsonSchema: 'soft',
  seed: true,
  maxTokensField: 'max_tokens',
  usage: 'stream_option',
  systemRole: 'system',
};

/** Cards are addressed by their whole name. */
function simEndpoint({ sim }: ModelsOptions, card: string): Endpoint {
  const apiKey = sim?.apiKey;
  return {
    name: sim?.apart?.has(card) ? `sim:${card}` : 'sim',
    baseUrl: sim?.baseUrl() ?? '',
    profile: SIM_PROFILE,
    ...(apiKey !== undefined && { apiKeys: [{ variable: 'DSAP_API_KEY', value: apiKey }] }),
  };
}

/** An endpoint, with what this process knows of it. */
interface CalledEndpoint extends EndpointGenerator {
  reading(): EndpointReading;
}

/** From the outermost layer: a word about truncated prompts > the choice of the key > for each key its lane. */
function createFor(options: ModelsOptions, endpoint: Endpoint, isSim: boolean): CalledEndpoint {
  const { name, apiKeys = [] } = endpoint;
  const learned = createLearned(endpoint);
  const named = namingOf(options, endpoint);
  const lanes = (apiKeys.length > 0 ? apiKeys : [undefined]).map((key) =>
    createLane(options, { endpoint, key, learned, isSim }),
  );
  const keys = withKeys(lanes, { endpoint: name, onRetired: options.onRetired });
  return {
    ...tellingOfTruncation(options, keys),
    asSent: (model, messages) => learned.echoed.asSent(originOf(named, model), messages),
    reading: () => ({ endpoint: name, ...keys.reading(), learned: learnedModels(learned) }),
  };
}

interface LaneOptions {
  readonly endpoint: Endpoint;
  readonly key: ApiKey | undefined;
  /** What all keys of the endpoint know of its models. */
  readonly learned: Learned;
  readonly isSim: boolean;
}

/** One key of an endpoint. From the outermost layer: breaker > limits > caps > protocol. */
function createLane(options: ModelsOptions, { endpoint, key, learned, isSim }: LaneOptions): Lane {
  const { timeouts, sim } = options;
  const fetch = isSim ? sim?.fetch : undefined;
  const price = (model: string) => options.price(model);
  const maxTokens = (model: string) => options.maxTokens(model);
  const { provider, apiKeys = [] } = endpoint;
  const common = { ...namingOf(options, endpoint), price, maxTokens, ...timeouts, apiKey: key?.value, learned };
  const generator =
    provider === undefined
      ? createOpenAiGenerator({ ...common, sendPlace: isSim, fetch })
      : createAdapterGenerator({ ...common, endpoint: { ...endpoint, provider } });
  const paid = options.caps ? capped(generator, { ...options.caps, price, maxTokens }) : generator;
  const id = apiKeys.length > 1 && key !== undefined ? key.variable : '';
  const { name } = endpoint;
  const { limits: store } = options;
  const asked = askedOf(endpoint);
  // The simulated models have no limits.
  const limited = store && !isSim ? withLimits(paid, { endpoint: name, key: id, asked, store, maxTokens }) : undefined;
  const breaker = withBreaker(limited ?? paid, name);
  return {
    complete: (request) => breaker.complete(request),
    id,
    variable: key?.variable,
    allowance: () => limited?.allowance() ?? 1,
    reading: () => breaker.reading(),
  };
}

/** A model of the default endpoint may have a slash in its name that is no prefix. */
function namingOf({ defaultEndpoint }: ModelsOptions, endpoint: Endpoint) {
  return { endpoint, ...(endpoint === defaultEndpoint && { wireName: (model: string) => model }) };
}

function tellingOfTruncation({ onTruncated }: ModelsOptions, generator: Generator): Generator {
  if (onTruncated === undefined) return generator;
  let isTold = false;
  return {
    async complete(request) {
      const answer = await generator.complete(request);
      const cut = answer.warnings?.find(({ code }) => code === 'prompt_truncated');
      if (cut && !isTold) onTruncated(cut.text);
      isTold ||= cut !== undefined;
      return answer;
    },
  };
}

function unavailable(why: string): EndpointGenerator {
  return {
    complete: () => Promise.reject(new GeneratorError('configuration', why)),
    asSent: (_, messages) => messages,
  };
}

async function listAll(options: ModelsOptions): Promise<readonly ModelRow[]> {
  const { endpoints, defaultEndpoint } = options;
  const routed = routeRows(options).map(({ name, entries }) => ({ name, route: entries }));
  const sims = simNames(options).map((name) => ({ name, endpoint: 'sim' }));
  const named = endpoints.map((endpoint) => rows(endpoint, `${endpoint.name}/`));
  const other = defaultEndpoint === undefined ? [] : [rows(defaultEndpoint, '')];
  return [...routed, ...sims, ...(await Promise.all([...named, ...other])).flat()];
}

async function rows(endpoint: Endpoint, prefix: string): Promise<readonly ModelRow[]> {
  return (await listedModels(endpoint)).map((model) => ({ name: prefix + model, endpoint: endpoint.name }));
}
