import { type Config, ConfigRefused } from '../../config/settings.ts';
import { findAdapter } from '../../generators/adapter-package.ts';
import type { ModelPrice } from '../../generators/endpoint.ts';
import { refusalOfName } from '../../generators/model-names.ts';
import { createModels, type Models, type ModelsOptions } from '../../generators/registry.ts';
import type { Caps } from '../../ports/store/caps.ts';
import { type Cards, namesWithOutages } from '../../simulation/cards.ts';
import { messageOf } from '../../text/message-of.ts';
import { modelPlaces } from './model-places.ts';

/** The models of the settings. Throws `ConfigRefused` for a route whose simulated model has no card. `simUrl` is asked at each call: the API's address is known only once it listens. */
export function modelsOf(
  config: Config,
  cards: Cards,
  simUrl: () => string,
  { caps: store, ...told }: { readonly caps?: Caps } & Pick<ModelsOptions, 'limits' | 'onTruncated' | 'onRetired'> = {},
): Models {
  const { apiKey, llmTimeoutSeconds } = config;
  const places = {
    ...modelPlaces(config),
    sim: config.enableSim
      ? { baseUrl: () => `${simUrl()}/v1`, cards: () => [...cards.keys()], apart: namesWithOutages(cards), apiKey }
      : undefined,
  };
  const unknownEntries = config.routes.flatMap(({ name }) => {
    const why = refusalOfName(places, name);
    return why === undefined ? [] : [`models.${name}.route: ${why}`];
  });
  if (unknownEntries.length > 0) throw new ConfigRefused(unknownEntries);
  return createModels({
    ...places,
    defaultModel: config.defaultModel,
    price: (model) => priceOf(config, model),
    maxTokens: (model) => config.prices[model]?.maxTokens ?? config.maxTokens,
    // A first token may take as long as a whole answer: the idle time is no shorter than the deadline.
    timeouts: { timeoutMs: llmTimeoutSeconds * 1_000, idleTimeoutMs: llmTimeoutSeconds * 1_000 },
    ...told,
    caps: store && { caps: config.caps, store },
  });
}

/** What is wrong with the packages of provider adapters that the settings name; loads none of them. */
export function missingAdapters({ endpoints }: Config): readonly string[] {
  return Object.entries(endpoints).flatMap(([name, { provider }]) => {
    if (provider === undefined) return [];
    try {
      findAdapter(provider);
      return [];
    } catch (error) {
      return [`endpoint ${name}: ${messageOf(error)}`];
    }
  });
}

/** What replaces the simulated models that bundled definitions and demonstrations name. */
export function ownModel({ defaultModel }: Config): string | undefined {
  return defaultModel === 'sim:default' ? undefined : defaultModel;
}

/** Simulated models and those of an endpoint `local` are free; the price of any other that is not listed is not known (R112). */
function priceOf({ prices }: Config, model: string): ModelPrice | undefined {
  const { input, cachedInput, cacheWrite, output } = prices[model] ?? {};
  if (input === undefined || output === undefined) return FREE.test(model) ? { input: 0, output: 0 } : undefined;
  return {
    input,
    output,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}

const FREE = /^(?:sim:|local\/)/;
