import type { Plan } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { CheckOptions } from '../check-options.ts';
import { modelsNeeded } from './models-needed.ts';

/** Names of models that lead to a route of the settings, though the default endpoint has, or may have, a model of that name (llm 3.8). */
export function* warnOfRoutes(
  document: unknown,
  plan: Pick<Plan, 'steps'>,
  { guards, routes = [] }: Pick<CheckOptions, 'guards' | 'routes'>,
): Generator<Issue> {
  const hiding = new Map(routes.flatMap((route) => (route.hidesModel ? [[route.name, route]] : [])));
  if (hiding.size === 0) return;
  const needed = modelsNeeded(document, plan, guards);
  for (const { name, pointer } of namedModels(document, '')) {
    const route = needed.has(name) ? hiding.get(name) : undefined;
    if (!route) continue;
    const detail =
      `"${name}" is a route of the settings (${route.entries.join(', ')}) and may be a model of the default endpoint too; the route is used. ` +
      'Rename the route, or list the models of the default endpoint in endpoints.default.models.';
    yield { pointer, code: 'route_hides_model', detail };
  }
}

interface NamedModel {
  readonly name: string;
  readonly pointer: string;
}

/** Everything in the document that is written as a model: of the document, a step, a guard or a rung. */
function* namedModels(value: unknown, pointer: string): Generator<NamedModel> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const place = below(pointer, key);
    if (key === 'model') yield* asModel(inner, place);
    if (key === 'ladder')
      for (const [index, rung] of itemsOf(inner).entries()) yield* asModel(rung, below(place, index));
    yield* namedModels(inner, place);
  }
}

/** A name, or settings that have one. */
function* asModel(model: unknown, pointer: string): Generator<NamedModel> {
  if (typeof model === 'string') yield { name: model, pointer };
  const name = fieldOf(model, 'name');
  if (typeof name === 'string') yield { name, pointer: below(pointer, 'name') };
}
