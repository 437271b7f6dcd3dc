/** One random definition, played in memory and by the service: what decides is a function of what it is asked, so both come to the same. */
import { setImmediate as turn } from 'node:timers/promises';
import { wantedCalls } from '../../../src/engine.ts';
import { defineGuard, z } from '../../../src/index.ts';
import type { Action, EscalationKind } from '../../../src/model/events/escalations.ts';
import { type EscalationState, isClosed, openEscalations } from '../../../src/model/run-state.ts';
import type { Verdict } from '../../../src/model/verdict.ts';
import { type Decided, PlayError, type PlayedVerdict, play } from '../../../src/testing/index.ts';
import { memoryRunFrom } from '../../../src/testing/memory-world.ts';
import type { LocalEngine } from '../engine/in-process.ts';
import { type Fields, INPUT } from './documents.ts';
import { chance, leafSays, type Script } from './script.ts';

/** What a run has come to. */
export interface Outcome {
  readonly status: string;
  /** Step, epoch, attempt, what became of it, what it made and what the guards said; without those that were revoked. */
  readonly attempts: readonly string[];
  readonly questions: readonly string[];
}

/** How often a person answers before he ends the run. */
const PATIENCE = 12;

/** The guard that stands for every other: it says of an artifact what the script says of its text. */
export const SAYS = defineGuard({
  name: 'says',
  options: z.strictObject({ leaf: z.string(), seed: z.number(), mood: z.number(), faults: z.number() }),
  evaluate: ({ leaf, ...script }, { artifact }) => leafSays(script, artifact.text, leaf),
});

const MOST_ANSWERS = 60;

/** The document with leaves that the script decides, and scripted models in the place of all others. */
export function playable(document: Fields, script: Script): Fields {
  const written: Fields = Object(replaced(document, script));
  const steps = stepsIn(written);
  const probes = steps.filter((step) => step['unknown'] !== undefined).map((step) => ({ id: `probe_${nameOf(step)}` }));
  const outputs = Object.fromEntries([...steps, ...probes].map((step) => [nameOf(step), answersOf(step, script)]));
  return {
    ...written,
    model: { name: 'sim:script', extra: { sim: { outputs } } },
  };
}

function stepsIn({ steps, workflow }: Fields): readonly Fields[] {
  return (steps ?? Object(workflow)['steps'] ?? []) as readonly Fields[];
}

function nameOf({ id, name }: Fields): string {
  return String(id ?? name);
}

function answersOf(step: Fields, script: Script): readonly string[] {
  const map = Object.keys(Object(step['transition_map']));
  const name = nameOf(step);
  return Array.from({ length: MOST_ANSWERS }, (_, at) => {
    if (map.length > 0) return [...map, 'nowhere'][chance(script, map.length + 1, 'decides', name, at)] ?? '';
    return JSON.stringify({
      at: `${name}.${at}`,
      n: chance(script, 10, 'n', name, at),
      feasible: chance(script, 3, 'f', name, at) > 0,
    });
  });
}

function replaced(value: unknown, script: Script): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, script));
  if (typeof value !== 'object' || value === null) return value;
  const fields: Fields = { ...value };
  if (fields['use'] === 'not-empty') {
    const leaf = fields['id'] ?? 'base';
    return { ...fields, use: 'says', with: { leaf, ...script } };
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, name === 'ladder' ? rungs(field) : replaced(field, script)]),
  );
}

/** The same model on each rung, otherwise set. */
function rungs(names: unknown): unknown {
  return Array.isArray(names) ? names.map((_, at) => ({ temperature: at / 10 })) : names;
}

interface Question {
  readonly kind: EscalationKind;
  readonly step?: string;
  readonly allowedActions: readonly Action[];
}

const GENTLE: readonly Action[] = ['retry', 'skip', 'approve', 'amend', 'raise'];

/** `ordinal`: how many questions were answered before. */
function decided(script: Script, { kind, step, allowedActions }: Question, ordinal: number): Exclude<Decided, string> {
  // Whoever skips what no step asks for has to name one.
  const gentle = allowedActions.filter(
    (action) => GENTLE.includes(action) && (action !== 'skip' || step !== undefined),
  );
  const action =
    ordinal < PATIENCE ? gentle[chance(script, gentle.length, 'person', kind, step ?? '', ordinal)] : undefined;
  if (action === 'amend') return { action, content: `{"by hand": ${ordinal}}` };
  if (action === 'raise') return { action, budgets: { maxAttempts: 500, maxIterations: 500 } };
  return { action: action === 'retry' || action === 'skip' || action === 'approve' ? action : 'abort' };
}

/** Undefined where the definition is refused, or a decision of the person. */
export async function playedOutcome(document: Fields, script: Script): Promise<Outcome | undefined> {
  let ordinal = 0;
  const { model } = document;
  const outputs = Object(model).extra.sim.outputs as Readonly<Record<string, readonly string[]>>;
  try {
    const { status, attempts, questions } = await play(document, {
      input: INPUT,
      parts: [SAYS],
      answers: ({ step, n }) => outputs[step]?.[Math.min(n, MOST_ANSWERS) - 1],
      decisions: (question) => decided(script, question, ordinal++),
    });
    return {
      status,
      attempts: attempts
        .filter((one) => one.status !== 'discarded')
        .map(({ step, epoch, attempt, status: became, text, verdict }) =>
          [step, epoch, attempt, became, text ?? '', said(verdict)].join(' '),
        ),
      questions: questions
        .filter(({ action }) => action !== undefined)
        .map(({ kind, step, action }) => [kind, step, action].join(' ')),
    };
  } catch (error) {
    if (error instanceof PlayError && ['definition_refused', 'decision_refused'].includes(error.code)) return undefined;
    throw error;
  }
}

function said(verdict: Verdict | PlayedVerdict | undefined): string {
  if (!verdict) return '';
  const { guard, verdict: word, signature = '', subResults } = verdict;
  return `${guard}:${word}:${signature}(${subResults.map(said).join(',')})`;
}

/** The same by the workflow, the activities and the store. */
export async function servedOutcome(engine: LocalEngine, document: Fields, script: Script): Promise<Outcome> {
  const id = await engine.start(document, { input: INPUT });
  for (let ordinal = 0; ; ) {
    const { record, state } = await rest(engine, id);
    if (isClosed(state)) break;
    const [question] = openEscalations(state);
    if (!question) throw new Error(`nothing brings ${id} on: ${JSON.stringify(state)}`);
    await engine.runs.send(
      id,
      requestOf(question, decided(script, question, ordinal)) as never,
      `${record.id}-${ordinal}`,
    );
    ordinal += 1;
    await engine.until(id, (now) => now.escalations[question.id]?.status !== 'open' || now.seq > state.seq);
  }
  const row = await engine.store.runs.find(id);
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 200 });
  return {
    status: row?.state.life.status ?? '',
    attempts: await Promise.all(
      rows
        .filter((one) => one.status !== 'discarded')
        .map(async ({ step, epoch, attempt, status, artifact, verdict }) => {
          const digest = artifact?.digest;
          const text = digest === undefined ? '' : (await engine.store.contents.get([digest])).get(digest);
          return [step, epoch, attempt, status, text ?? '', said(verdict)].join(' ');
        }),
    ),
    // One that the end of the run withdrew was asked or not by which of two calls answered first, a condition or the base case.
    questions: Object.values(row?.state.escalations ?? {}).flatMap(({ kind, step, decision }) =>
      decision ? [[kind, step, decision.action].join(' ')] : [],
    ),
  };
}

/** Where nothing is under way any more. */
async function rest(engine: LocalEngine, id: string) {
  for (const deadline = Date.now() + 30_000; ; ) {
    const row = await engine.store.runs.find(id);
    if (row && (isClosed(row.state) || isAtRest(row))) return row;
    if (Date.now() > deadline) throw new Error(`${id} is never at rest: ${JSON.stringify(row?.state)}`);
    await engine.store.events.waitFor(id, (row?.state.seq ?? 0) + 1, 100);
    await turn();
  }
}

function isAtRest({ record: { plan }, state }: NonNullable<Awaited<ReturnType<LocalEngine['store']['runs']['find']>>>) {
  if (openEscalations(state).length === 0 || wantedCalls(plan, state).length > 0) return false;
  // What is stored comes in portions: in the next one the run may have gone on by itself.
  const still = memoryRunFrom({ plan, state }, state.at);
  still.turn();
  return still.log.length === 0;
}

function requestOf({ id, artifactDigest }: EscalationState, decision: ReturnType<typeof decided>): object {
  const { action } = decision;
  return {
    kind: 'decide',
    escalationId: id,
    by: 'a person',
    ...decision,
    ...(action === 'approve' && artifactDigest !== undefined && { artifactDigest }),
  };
}
