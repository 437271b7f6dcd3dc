import type { RouteRow } from '../ports/catalogues.ts';
import type { Endpoint } from './endpoint.ts';
import type { Route } from './routes.ts';

/** The cards that exist whatever the configuration says (running 4). */
const BUILT_IN_CARDS = ['default', 'script'] as const;

export interface ModelPlaces {
  readonly endpoints: readonly Endpoint[];
  /** Serves the names that carry no endpoint's prefix; there is one only when the environment names it. */
  readonly defaultEndpoint?: Endpoint | undefined;
  readonly sim?: { cards(): readonly string[] } | undefined;
  /** Names that stand for several models; they win over models of the default endpoint. */
  readonly routes?: readonly Route[] | undefined;
}

/** Where a model's name leads that is no route (running 3, "Models"). */
export type Resolution =
  | { readonly kind: 'sim'; readonly card: string }
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint; readonly wireName: string }
  | { readonly kind: 'none'; readonly why: string; readonly available: string };

/** `sim:<card>`, else `<endpoint>/<model>` of a configured endpoint, else a model of the default endpoint. Asks nobody. */
export function resolveModel(places: ModelPlaces, name: string): Resolution {
  const found = name.startsWith('sim:') ? simulated(places, name) : served(places, name);
  return 'why' in found ? { kind: 'none', why: found.why, available: available(places) } : found;
}

/** The route of that name. */
export function routeNamed({ routes = [] }: ModelPlaces, name: string): Route | undefined {
  return routes.find((route) => route.name === name);
}

/** Why an entry of a route, or the model of that name, cannot be asked; undefined where it can. */
export function refusalOfName(places: ModelPlaces, name: string): string | undefined {
  const route = routeNamed(places, name);
  for (const entry of route?.entries ?? [name]) {
    const found = resolveModel(places, entry);
    if (found.kind === 'none') return route ? `its entry ${entry}: ${found.why}` : found.why;
  }
  return undefined;
}

/** The routes, as catalogues list them. */
export function routeRows({ routes = [], defaultEndpoint }: ModelPlaces): readonly RouteRow[] {
  const models = defaultEndpoint?.models;
  const isModel = (name: string) => defaultEndpoint !== undefined && (models === undefined || models.includes(name));
  return routes.map(({ name, entries }) => ({ name, entries, hidesModel: isModel(name) }));
}

export function simNames({ sim }: ModelPlaces): readonly string[] {
  if (sim === undefined) return [];
  return [...new Set([...BUILT_IN_CARDS, ...sim.cards()])].map((card) => `sim:${card}`);
}

type Found = Exclude<Resolution, { kind: 'none' }> | { readonly why: string };

function simulated(places: ModelPlaces, name: string): Found {
  if (places.sim === undefined)
    return { why: `the simulated models are off, so there is no ${name} (DSAP_ENABLE_SIM)` };
  if (!simNames(places).includes(name)) return { why: `there is no card for ${name}` };
  return { kind: 'sim', card: name.slice('sim:'.length) };
}

function served({ endpoints, defaultEndpoint }: ModelPlaces, name: string): Found {
  const named = endpoints.find((endpoint) => name.startsWith(`${endpoint.name}/`));
  if (named !== undefined) return offered(named, name.slice(named.name.length + 1), name);
  if (defaultEndpoint !== undefined) return offered(defaultEndpoint, name, name);
  return { why: `no configured endpoint has ${name}, and there is no default one (OPENAI_API_KEY or OPENAI_BASE_URL)` };
}

function offered(endpoint: Endpoint, wireName: string, name: string): Found {
  if (wireName.trim() === '') return { why: `"${name}" names no model` };
  if (endpoint.models === undefined || endpoint.models.includes(wireName))
    return { kind: 'endpoint', endpoint, wireName };
  return { why: `the endpoint ${endpoint.name} does not offer ${name}` };
}

/** In words, what definitions may name. */
export function available(places: ModelPlaces): string {
  const named = places.endpoints.flatMap((endpoint) => offers(endpoint, `${endpoint.name}/`));
  const other = places.defaultEndpoint === undefined ? [] : offers(places.defaultEndpoint, '');
  const routes = (places.routes ?? []).map(({ name }) => name);
  return [...routes, ...simNames(places), ...named, ...other].join(', ') || 'none';
}

function offers(endpoint: Endpoint, prefix: string): readonly string[] {
  return endpoint.models?.map((model) => prefix + model) ?? [`${prefix}<any model of ${endpoint.name}>`];
}
