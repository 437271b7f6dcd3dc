import { z } from 'zod';
import { missingInput } from '../../definitions/checks/missing-input.ts';
import { engineForm } from '../../definitions/compile/read.ts';
import { leafSketches } from '../../definitions/parse/sketch-guard.ts';
import { topologyDocumentOf } from '../../definitions/topology-document.ts';
import { NATURES } from '../../model/verdict.ts';
import type { GuardCatalogue } from '../../ports/catalogues.ts';
import type { DefinitionVersion } from '../../ports/store/definitions.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { component } from '../reference/components.ts';
import { naturesOf } from '../steps/natures.ts';
import { DefinitionView, definitionView } from './view.ts';

const Step = z.object({
  id: z.string(),
  generator: z.string().describe('the kind'),
  model: z.string().optional().describe('left out where no model is asked, or the service chooses it'),
  requires: z.array(z.string()),
  attempts: z.number().describe('of one epoch, at most'),
  optional: z.boolean(),
  orGroup: z.string().optional(),
  guards: z
    .array(z.object({ id: z.string(), use: z.string(), nature: z.enum(NATURES).optional() }))
    .describe('the leaves of its guard, in declared order; `nature` is left out where the guard is not known any more'),
});

/** A definition with what a page about it needs beside the document (`view=page`). */
export const DefinitionPageView = component(
  'DefinitionPage',
  DefinitionView.extend({
    newest: z.number().describe('the newest version; all from 1 on are there'),
    needs: z
      .array(z.string())
      .describe('pointers into the input: what templates name, and a start is refused without (R113)'),
    steps: z.array(Step).describe('as a run will have them, in declared order'),
  }),
);
export type DefinitionPageView = z.output<typeof DefinitionPageView>;

/** `newest`: the number of the newest version under that name. */
export function definitionPageView(
  found: DefinitionVersion,
  newest: number,
  guards: Pick<GuardCatalogue, 'list'>,
): DefinitionPageView {
  const written = itemsOf(fieldOf(engineForm(found.document), 'steps'));
  const trees = new Map(written.map((step) => [fieldOf(step, 'id'), fieldOf(step, 'guard')]));
  const natures = naturesOf(guards);
  const steps = found.plan.steps.map((step) => ({
    id: step.id,
    generator: step.kind,
    // A plan labels a step that names no model by its kind.
    ...(step.model !== step.kind && { model: step.model }),
    requires: [...step.requires, ...step.optionalRequires],
    attempts: step.attempts,
    optional: step.optional,
    ...(step.orGroup !== undefined && { orGroup: step.orGroup }),
    guards: leafSketches(trees.get(step.id), '').map(({ id, use }) => {
      const nature = natures.get(use);
      return { id, use, ...(nature && { nature }) };
    }),
  }));
  return { ...definitionView(found), newest, needs: neededBy(found, guards), steps };
}

function neededBy({ document, topology }: DefinitionVersion, guards: Pick<GuardCatalogue, 'list'>): string[] {
  if (topologyDocumentOf(topology).mayLackInput === true) return [];
  return missingInput(document, guards, { input: {} }).map(({ pointer }) => pointer.replace(/^\/input/, ''));
}
