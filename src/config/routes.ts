import type { EndpointSettings } from './endpoints.ts';
import type { SettingsFile } from './file.ts';

/** A name that stands for several models. */
export interface RouteSettings {
  readonly name: string;
  /** Names of models, in the order in which they are tried. */
  readonly entries: readonly string[];
  /** Milliseconds that a call may wait for its turn under the limits of an entry. */
  readonly patienceMs: number;
}

export interface ReadRoutes {
  readonly routes: readonly RouteSettings[];
  /** What is wrong with the routes by themselves. */
  readonly problems: readonly string[];
  /** Entries that lead nowhere by the settings in force, keys and addresses included. */
  readonly unknownEntries: readonly string[];
}

interface Surroundings {
  readonly file: SettingsFile;
  readonly endpoints: Readonly<Record<string, EndpointSettings>>;
  readonly enableSim: boolean;
}

/** The routes of the file: names that stand for several models (llm 3.8). */
export function routesOf({ file, endpoints, enableSim }: Surroundings): ReadRoutes {
  const routes = Object.entries(file.models).map(([name, { route, patience }]) => ({
    name,
    entries: route,
    patienceMs: patience,
  }));
  const names = new Set(routes.map(({ name }) => name));
  const problems: string[] = [];
  const unknownEntries: string[] = [];
  for (const { name, entries } of routes) {
    if (Object.hasOwn(file.endpoints, name) || name === 'default')
      problems.push(`models.${name}: is the name of an endpoint; give the route another name`);
    for (const [index, entry] of entries.entries()) {
      const place = `models.${name}.route.${index}`;
      if (names.has(entry)) {
        problems.push(`${place}: ${entry} is a route, and routes do not nest; name its models instead`);
        continue;
      }
      if (entries.indexOf(entry) < index) problems.push(`${place}: ${entry} is there twice; leave one out`);
      const why = unknownEntry(entry, endpoints, enableSim);
      if (why !== undefined) unknownEntries.push(`${place}: ${why}`);
    }
  }
  return { routes, problems, unknownEntries };
}

/** Why no call of the entry can go out; which cards of simulated models there are is seen once they are loaded. */
function unknownEntry(
  entry: string,
  { default: unnamed, ...others }: Surroundings['endpoints'],
  enableSim: boolean,
): string | undefined {
  if (entry.startsWith('sim:'))
    return enableSim ? undefined : `the simulated models are off, so there is no ${entry} (DSAP_ENABLE_SIM)`;
  const named = Object.keys(others).find((name) => entry.startsWith(`${name}/`));
  const endpoint = named === undefined ? unnamed : others[named];
  if (endpoint === undefined)
    return `no configured endpoint has ${entry}, and there is no default one (OPENAI_API_KEY or OPENAI_BASE_URL)`;
  const model = named === undefined ? entry : entry.slice(named.length + 1);
  if (model.trim() === '') return `"${entry}" names no model`;
  if (endpoint.models === undefined || endpoint.models.includes(model)) return undefined;
  return `the endpoint ${named ?? 'default'} does not offer ${entry}`;
}
