import type { AskedAs } from '../../definitions/checks/asked-of-people.ts';
import { readDefinition } from '../../definitions/compile/read.ts';
import { guardNames } from '../../definitions/scope/guard-names.ts';
import { knownIn } from '../../definitions/scope/known.ts';
import { dependenciesOf } from '../../engine.ts';
import { lookupWith } from '../../expressions/scope/scope.ts';
import { type Lookup, namesOf, renderTemplate } from '../../expressions/template.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { fieldsOf } from '../../text/fields.ts';
import { summaryOf } from '../../text/summary.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { runIn, storedOf } from '../runs/told-run.ts';

/** A question of a run. */
export interface AskedRow {
  readonly runId: string;
  readonly escalation: AskedAs;
  /** Where it is at hand; else it is read. */
  readonly run?: Pick<RunRow, 'record' | 'state'>;
}

/**
 * The question of a `human` guard or generator as the person reads it, its placeholders replaced (R113). It is rendered when it is shown:
 * what steps have made stays out of the event log and of Temporal's history.
 */
export async function askedQuestion(store: Store, row: AskedRow, document: unknown, question: string): Promise<string> {
  const isPlain = namesOf(question).length === 0;
  return renderTemplate(question, isPlain ? () => undefined : await lookupFor(store, row, document)).text;
}

/** The names of the step's templates (R108); in a guard `{artifact}` and `{text}` are what is judged. */
async function lookupFor(store: Store, row: AskedRow, document: unknown): Promise<Lookup> {
  const run = row.run ?? (await mustFindRun(store, row.runId));
  const { step = '', attempt, artifactDigest: digest, leaf } = row.escalation;
  const read = readDefinition(document);
  if (!read) return () => undefined;
  const { definition } = read;
  const made = await madeFor(store, run, step);
  const own = (await topologyViewOf(run.record.plan.topology).said(runIn(run), storedOf(store, run))).variables;
  const variables = own && { ...own, ...fieldsOf(run.record.input) };
  const given = definition.steps.find(({ id }) => id === step)?.guardArtifacts ?? {};
  const { templates, texts } = guardNames(knownIn(definition, run.record, { step, made, variables }), given);
  const judged = digest === undefined ? undefined : (await store.contents.get([digest])).get(digest);
  const summaries = Object.entries(texts).map(([id, text]) => [id, summaryOf(text)] as const);
  const binding = leaf === undefined ? Object.fromEntries(summaries) : texts;
  const values = { ...templates, attempt, ...(leaf !== undefined && { text: judged }) };
  const lookup = lookupWith(values, { artifact: texts, deps: texts, binding }, own ? undefined : definition.input);
  return (path) => (leaf !== undefined && path.length === 1 && path[0] === 'artifact' ? judged : lookup(path));
}

/** What steps upstream have made, as calls of the step are given it. */
async function madeFor(
  store: Store,
  { record, state }: Pick<RunRow, 'record' | 'state'>,
  step: string,
): Promise<CallMaterial['dependencies']> {
  if (!record.plan.steps.some(({ id }) => id === step)) return {};
  const dependencies = dependenciesOf(record.plan, state, step);
  if (Object.keys(dependencies).length === 0) return {};
  const call = { runId: record.id, step, token: '', phase: 'guard' as const, dependencies, history: [] };
  return (await store.calls.load(call)).dependencies;
}
