import type { Issue, ModelCatalogue } from '../../ports/catalogues.ts';
import { Problem } from '../http/problem.ts';

/**
 * What needs a model that no endpoint offers is refused, naming it and, once, what there is (running 3). `pointer` is where the
 * definition lies in the request.
 */
export async function mustOfferModels(
  models: ModelCatalogue,
  needed: ReadonlySet<string | undefined>,
  pointer: string,
): Promise<void> {
  const issues: Issue[] = [];
  let offered: string | undefined;
  for (const name of new Set([...needed].map((model) => model ?? models.defaultModel))) {
    const offer = name === undefined ? NO_DEFAULT : await models.offers(name);
    if (offer.ok) continue;
    const detail = name === undefined ? offer.why : `"${name}": ${offer.why}`;
    issues.push({ pointer, code: 'model_unavailable', detail });
    offered ??= offer.available;
  }
  if (issues.length === 0) return;
  const available = (await models.list()).map(({ name }) => name);
  const details = issues.map(({ detail }) => detail).join('; ');
  const detail = `No endpoint offers ${details}. Available: ${offered ?? (available.join(', ') || 'none')}.`;
  throw new Problem(422, 'model_unavailable', detail, { errors: issues, facts: { available } });
}

const NO_DEFAULT = {
  ok: false,
  why: 'a model for a step or guard that names no model: the service has no default (DSAP_MODEL)',
  available: undefined,
} as const;
