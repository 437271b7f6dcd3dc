import type { Issue, ModelCatalogue } from '../../domain/catalogues.ts';
import { Problem } from '../problem.ts';

/**
 * What needs a model that no endpoint offers is refused, naming it and what there is (running 3). `pointer` is where the definition
 * lies in the request.
 */
export async function mustOfferModels(
  models: ModelCatalogue,
  needed: ReadonlySet<string | undefined>,
  pointer: string,
): Promise<void> {
  const issues: Issue[] = [];
  for (const name of new Set([...needed].map((model) => model ?? models.defaultModel))) {
    const detail = await whyNot(models, name);
    if (detail !== undefined) issues.push({ pointer, code: 'model_unavailable', detail });
  }
  if (issues.length === 0) return;
  const available = (await models.list()).map(({ name }) => name);
  const details = issues.map(({ detail }) => detail).join(' ');
  const detail = `No endpoint offers ${details} Available: ${available.join(', ') || 'none'}.`;
  throw new Problem(422, 'model_unavailable', detail, { errors: issues, facts: { available } });
}

async function whyNot(models: ModelCatalogue, name: string | undefined): Promise<string | undefined> {
  if (name === undefined)
    return 'a model for a step or guard that names no model: the service has no default (DSAP_MODEL).';
  const offer = await models.offers(name);
  return offer.ok ? undefined : `"${name}": ${offer.why}`;
}
