import type { Config } from '../../config/settings.ts';

/** Where the names of models lead by the settings; the simulated ones are known to a service alone. */
export function modelPlaces({ endpoints, routes }: Config) {
  const { default: defaultEndpoint, ...others } = endpoints;
  return {
    endpoints: Object.entries(others).map(([name, endpoint]) => ({ name, ...endpoint })),
    defaultEndpoint: defaultEndpoint && { name: 'default', ...defaultEndpoint },
    routes,
  };
}
