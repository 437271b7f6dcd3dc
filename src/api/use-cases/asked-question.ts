import { readDefinition } from '../../domain/definition/read.ts';
import { fieldsOf } from '../../domain/requests.ts';
import type { EscalationRow, Store } from '../../domain/store.ts';
import { type Lookup, namesOf, renderTemplate } from '../../domain/template.ts';
import { templateLookup } from '../../domain/template-values.ts';
import { dependenciesOf } from '../../domain/trace.ts';
import { mustFindRun } from './lookups.ts';
import { machineVariables } from './machine-variables.ts';

/**
 * The question of a `human` guard or generator as the person reads it, its placeholders replaced (R113). It is rendered when it is shown:
 * what steps have made stays out of the event log and of Temporal's history.
 */
export async function askedQuestion(
  store: Store,
  row: EscalationRow,
  document: unknown,
  question: string,
): Promise<string> {
  const isPlain = namesOf(question).length === 0;
  return renderTemplate(question, isPlain ? () => undefined : await lookupFor(store, row, document)).text;
}

async function lookupFor(store: Store, { runId, escalation }: EscalationRow, document: unknown): Promise<Lookup> {
  const run = await mustFindRun(store, runId);
  const { record, state } = run;
  const { step = '', attempt, artifactDigest: digest } = escalation;
  const read = readDefinition(document);
  const definition = read?.definition;
  const isPlanned = record.plan.steps.some(({ id }) => id === step);
  const made = await textsOf(store, isPlanned ? dependenciesOf(record.plan, state, step) : {});
  const given = definition?.steps.find(({ id }) => id === step)?.guardArtifacts ?? {};
  const named = Object.entries(given).flatMap(([name, id]) => (made[id] === undefined ? [] : [[name, made[id]]]));
  const judged = digest === undefined ? undefined : (await store.contents.get([digest])).get(digest);
  const values = {
    ...(await machineVariables(store, run, document)),
    ...(read?.machine && fieldsOf(record.input)),
    input: record.input,
    specification: record.specification ?? definition?.specification ?? '',
    constraints: definition?.constraints ?? '',
    run: { id: runId },
    step,
    attempt,
    text: judged,
  };
  const lookup = templateLookup({
    values,
    artifacts: { ...made, ...Object.fromEntries(named) },
    ...(!read?.machine && { inputSchema: definition?.input }),
  });
  return (path) => (path.length === 1 && path[0] === 'artifact' ? judged : lookup(path));
}

/** Texts of accepted artifacts by step. */
async function textsOf(
  store: Store,
  artifacts: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const rows = await Promise.all(
    Object.entries(artifacts).map(async ([step, id]) => [step, (await store.artifacts.find(id))?.digest] as const),
  );
  const found = rows.flatMap(([step, digest]) => (digest === undefined ? [] : [[step, digest] as const]));
  const texts = await store.contents.get(found.map(([, digest]) => digest));
  return Object.fromEntries(found.map(([step, digest]) => [step, texts.get(digest) ?? '']));
}
