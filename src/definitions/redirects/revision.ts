/** What redirects and forks have in common: another document for a run to go by, and its plan. */

import { withSeeds } from '../../core/with-seeds.ts';
import type { Compiled, Plan } from '../../model/plan.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { fieldsOf } from '../../text/fields.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { keysOf, valueAt } from '../../text/pointer.ts';
import type { Check } from '../checks/check.ts';
import { topologyDocumentOf, topologyOfDocument } from '../topology-document.ts';

export type Document = Readonly<Record<string, unknown>>;

/** As they are written, where documents of this form have them. */
export function stepsOf(document: unknown): readonly unknown[] {
  return itemsOf(valueAt(document, keysOf(topologyOfDocument(document).form.steps)));
}

/** What a step is called; in a form of its own a topology may call that its name. */
export function idOf(step: unknown): string | undefined {
  const id = fieldOf(step, 'id') ?? fieldOf(step, 'name');
  return typeof id === 'string' ? id : undefined;
}

/** The same document with other steps. */
export function withSteps(document: Document, steps: readonly unknown[]): Document {
  return replaced(document, keysOf(topologyOfDocument(document).form.steps), steps);
}

function replaced(fields: Document, [key = '', ...rest]: readonly string[], value: unknown): Document {
  return { ...fields, [key]: rest.length === 0 ? value : replaced(fieldsOf(fields[key]), rest, value) };
}

/**
 * What a revision is made from: the run's document without some of its steps, and with the specification that was given at the start,
 * which holds over the document's until a redirect writes another.
 */
export function revisable(
  { specification }: Pick<RunRecord, 'specification'>,
  document: unknown,
  gone: ReadonlySet<string> = new Set(),
): Document {
  const before = { ...fieldsOf(document), ...(specification !== undefined && { specification }) };
  if (gone.size === 0) return before;
  return withSteps(
    before,
    stepsOf(document).filter((step) => !gone.has(idOf(step) ?? '')),
  );
}

/** The plan of a run that goes on by another document: its identity, its schema, its budgets and what was brought along stay. */
export function revisedPlan({ definition, plan, seeds, waived = [] }: RunRecord, compiled: Compiled): Plan {
  const { schema = 1, budgets } = plan;
  // One that began before calls were kept near goes on so to its end.
  const revised = { ...compiled, schema, definition, budgets };
  return withSeeds(revised, [...Object.keys(seeds), ...waived]);
}

/** An id of its own for a step that finds out what words mean. */
export function clarificationId(word: string, { record: { plan }, state }: Pick<RunRow, 'record' | 'state'>): string {
  const names = topologyDocumentOf(plan.topology).namesIn?.(plan) ?? [];
  const taken = new Set([...plan.steps.map(({ id }) => id), ...names]);
  let number = (state.clarifications ?? 0) + 1;
  while (taken.has(`${word}_${number}`)) number += 1;
  return `${word}_${number}`;
}

/** A run, and how publishing checks what it is to go by. */
export interface Revisable {
  readonly record: RunRecord;
  /** What the run goes by. */
  readonly document: unknown;
  readonly check: Check;
}

/** What a request carries of a revision that was checked, and what stores it; nothing is stored before. */
export function revisionOf(
  {
    store,
    digestOfJson,
  }: { readonly store: Pick<CallStore, 'revisions'>; readonly digestOfJson: (value: unknown) => string },
  { record, state }: RunRow,
  document: Document,
  plan: Plan,
) {
  const digest = digestOfJson(document);
  const from = state.revision === undefined ? {} : { from: state.revision };
  return {
    revision: { digest, plan, ...from },
    save: () => store.revisions.save(record.id, { digest, document, plan }),
  };
}
