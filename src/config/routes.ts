import { resolveModel } from '../generators/model-names.ts';
import type { Route } from '../generators/routes.ts';
import type { EndpointSettings } from './endpoints.ts';
import type { SettingsFile } from './file.ts';

export interface ReadRoutes {
  readonly routes: readonly Route[];
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

/** Which cards of simulated models there are is seen once they are loaded. */
function unknownEntry(
  entry: string,
  { default: unnamed, ...others }: Surroundings['endpoints'],
  enableSim: boolean,
): string | undefined {
  const found = resolveModel(
    {
      endpoints: Object.entries(others).map(([name, endpoint]) => ({ name, ...endpoint })),
      defaultEndpoint: unnamed && { name: 'default', ...unnamed },
      sim: enableSim ? { cards: () => [entry.replace(/^sim:/, '')] } : undefined,
    },
    entry,
  );
  return found.kind === 'none' ? found.why : undefined;
}
