import { z } from 'zod';
import type { Issue } from '../../ports/catalogues.ts';
import type { DefinitionVersion } from '../../ports/store/definitions.ts';
import { IssueView } from '../http/problem.ts';
import { DefinitionGraphView } from '../inspection/graph-view.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

const BoundView = z.object({ generations: z.number().describe('the most generations a run can make (R26)') });

const Published = z.object({
  name: z.string(),
  version: z.number(),
  digest: z.string(),
  topology: z.string(),
  bound: BoundView,
  warnings: z.array(z.unknown()),
});

export const DefinitionView = component(
  'Definition',
  Published.extend({
    definition: z.unknown().describe('the document as published'),
    createdAt: Time,
  }),
);

export const PublishedView = component('PublishedDefinition', Published);

export const ValidityView = component(
  'ValidDefinition',
  z.object({
    valid: z.literal(true),
    bound: BoundView,
    warnings: z.array(IssueView),
    graph: DefinitionGraphView.optional().describe('with `?graph=json`'),
  }),
);

export function publishedView({ name, version, digest, topology, plan, warnings }: DefinitionVersion) {
  return { name, version, digest, topology, bound: { generations: plan.bound }, warnings: [...warnings] };
}

export function definitionView(definition: DefinitionVersion) {
  const { document, createdAt } = definition;
  return { ...publishedView(definition), definition: document, createdAt: timeOf(createdAt) };
}

export function validityView(bound: number, warnings: readonly Issue[]) {
  return { valid: true as const, bound: { generations: bound }, warnings: [...warnings] };
}
