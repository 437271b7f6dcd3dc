import type { ApiSettings } from '../../api/dependencies.ts';
import type { Config } from '../../config/settings.ts';
import { isLoopback } from '../../text/loopback.ts';
import { VERSION } from '../version.ts';
import type { TemporalTarget } from './composition.ts';

/** What the API takes of the settings. Nobody is held back on a developer's own machine (R57). */
export function apiSettings(config: Config, { uiUrl, namespace }: TemporalTarget, url: string): ApiSettings {
  const { auth, apiKey, host, limits } = config;
  const open = auth === 'none' && isLoopback(host);
  return {
    auth,
    ...(apiKey !== undefined && { apiKey }),
    publicUrl: () => config.publicUrl ?? url,
    reach: config.reach,
    ...(uiUrl !== undefined && { temporalUiUrl: uiUrl }),
    namespace,
    version: VERSION,
    requireIfMatch: config.requireIfMatch,
    streams: { perPrincipal: limits.streamsPerPrincipal, inAll: limits.streams },
    rateLimit: open ? false : { max: limits.requestsPerMinute, windowMs: 60_000 },
  };
}
