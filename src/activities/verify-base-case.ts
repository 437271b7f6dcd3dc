import { type BaseCaseDefinition, leavesOfBaseCase } from '../domain/and-or/base-case.ts';
import { unresolved } from '../domain/and-or/branches.ts';
import type { VerifyBaseCaseInput, VerifyBaseCaseOutput } from '../domain/calls.ts';
import { definitionSchema } from '../domain/definition/definition.ts';
import { milliseconds } from '../domain/definition/durations.ts';
import { documentDigest } from '../domain/document-digest.ts';
import type { ArtifactRecord, Store } from '../domain/store.ts';
import { addUsage, NO_USAGE, type Usage } from '../domain/usage.ts';
import { JudgeFault } from '../guards/judge.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import { GuardError } from '../guards/tree.ts';
import { digestOf } from '../store/digest.ts';
import type { AbortRegistry } from './abort-registry.ts';
import { acceptedResults } from './accepted-results.ts';
import { artifactId } from './artifact-id.ts';
import { type Found, judgeLeaf } from './base-case-leaves.ts';
import { performCall } from './call.ts';
import { orGiveUp } from './infrastructure.ts';

export interface VerifyBaseCaseDependencies {
  readonly store: Store;
  readonly aborts: AbortRegistry;
  readonly guards: GuardRegistry;
}

/**
 * VERIFY-BASE-CASE (seed 001 5, 7.3.3): judges what the run has made so far by its base case and stores the evidence, `{passed, evidence,
 * failures}`, under the call's token. A leaf that a person answers is asked for once everything else that decides is known.
 */
export function createVerifyBaseCaseActivity({ store, aborts, guards }: VerifyBaseCaseDependencies) {
  return (input: VerifyBaseCaseInput): Promise<VerifyBaseCaseOutput> =>
    performCall(
      { store, aborts },
      input,
      () => Promise.resolve(undefined),
      ({ signal, startedAt }) => verify({ store, guards }, input, signal, startedAt),
    );
}

/** Milliseconds that events may take to the store; then Temporal tries again. */
const LOG_LAG = 5_000;

async function verify(
  { store, guards }: Pick<VerifyBaseCaseDependencies, 'store' | 'guards'>,
  input: VerifyBaseCaseInput,
  signal: AbortSignal,
  startedAt: number,
): Promise<VerifyBaseCaseOutput> {
  const { runId, seq, token, answers, infraTimeout } = input;
  const stored = await store.artifacts.byToken(runId, token);
  if (stored) return verified(token, stored, await textOf(store, stored.digest));
  if (!(await store.events.waitFor(runId, seq, LOG_LAG))) throw new Error(`the log of ${runId} is not at ${seq} yet`);
  const row = await store.runs.find(runId);
  if (!row) throw new Error(`there is no run ${runId}`);
  const definition = definitionSchema.parse(await store.revisions.document(runId));
  const baseCase = definition.objective?.baseCase;
  if (baseCase === undefined) throw new Error(`the run ${runId} has no base case`);
  const results = await acceptedResults(store, row, definition);
  try {
    const known = new Map<string, Found>();
    const passed = await evaluate(baseCase, 'baseCase', async (name, leaf) => {
      if ('assertion' in leaf) return answers[name];
      const found = known.get(name) ?? (await judgeLeaf({ name, leaf, row, definition, results, guards, signal }));
      known.set(name, found);
      return found.passed;
    });
    const found = [...known.values(), ...said(baseCase, answers)];
    if (passed === undefined && !isEarly(row, known)) return pendingOf(token, baseCase, answers);
    return await keep(store, { row, input, passed: passed ?? false, found, results });
  } catch (error) {
    if (signal.aborted || !(error instanceof GuardError)) throw error;
    const fault = error.cause instanceof JudgeFault ? error.cause : undefined;
    return orGiveUp(store, {
      runId,
      token,
      phase: 'guard',
      detail: `The base case could not be verified: ${error.guard} broke: ${error.message}`,
      startedAt,
      infraTimeout,
      final: fault?.final ?? false,
      ...(fault?.retryAfter !== undefined && { retryAfter: fault.retryAfter }),
      guard: error.guard,
    });
  }
}

type LeafOf = Parameters<typeof judgeLeaf>[0]['leaf'];

/** In declared order, and no further than it takes; undefined where that hinges on what only a person can say. */
async function evaluate(
  tree: BaseCaseDefinition,
  name: string,
  judge: (name: string, leaf: LeafOf) => Promise<boolean | undefined>,
): Promise<boolean | undefined> {
  if (!('all' in tree) && !('any' in tree)) return judge(name, tree);
  const [kind, children] = 'all' in tree ? (['all', tree.all] as const) : (['any', tree.any] as const);
  const decisive = kind === 'any';
  let isOpen = false;
  for (const [at, child] of children.entries()) {
    const held = await evaluate(child, `${name}/${kind}/${at}`, judge);
    if (held === decisive) return decisive;
    isOpen ||= held === undefined;
  }
  return isOpen ? undefined : !decisive;
}

/** A person is not asked about work that has not begun to show: some other leaf holds first, or nothing is left to do (R63). */
function isEarly({ record, state }: Evidence['row'], known: ReadonlyMap<string, Found>): boolean {
  return ![...known.values()].some(({ passed }) => passed) && unresolved(record.plan, state).length > 0;
}

function pendingOf(
  token: string,
  baseCase: BaseCaseDefinition,
  answers: VerifyBaseCaseInput['answers'],
): VerifyBaseCaseOutput {
  const asked = leavesOfBaseCase(baseCase).find(({ name, leaf }) => 'assertion' in leaf && answers[name] === undefined);
  if (!asked) throw new Error('the base case hinges on nothing that a person could say');
  const expiresIn = 'assertion' in asked.leaf ? asked.leaf.expiresIn : undefined;
  return {
    kind: 'pending',
    token,
    leaf: asked.name,
    ...(expiresIn !== undefined && { expiresIn: milliseconds(expiresIn) }),
  };
}

function said(baseCase: BaseCaseDefinition, answers: VerifyBaseCaseInput['answers']): readonly Found[] {
  return leavesOfBaseCase(baseCase).flatMap(({ name, leaf }) => {
    const answer = answers[name];
    if (!('assertion' in leaf) || answer === undefined) return [];
    return [{ leaf: name, check: 'assertion', passed: answer, detail: leaf.assertion, nature: 'human' as const }];
  });
}

interface Evidence {
  readonly row: NonNullable<Awaited<ReturnType<Store['runs']['find']>>>;
  readonly input: VerifyBaseCaseInput;
  readonly passed: boolean;
  readonly found: readonly Found[];
  readonly results: Awaited<ReturnType<typeof acceptedResults>>;
}

async function keep(store: Store, { row, input, passed, found, results }: Evidence): Promise<VerifyBaseCaseOutput> {
  const { runId, token } = input;
  const evidence = found.map(({ usage: _, ...each }) => each);
  const failures = evidence.filter((each) => !each.passed).map(({ leaf, detail }) => `${leaf}: ${detail}`);
  const text = JSON.stringify({ passed, evidence, failures }, undefined, 2);
  const usage = found.flatMap((each) => each.usage ?? []).reduce<Usage>(addUsage, NO_USAGE);
  const record: ArtifactRecord = {
    id: artifactId(runId, token),
    runId,
    token,
    digest: digestOf(text),
    mediaType: 'application/json',
    bytes: Buffer.byteLength(text),
    source: 'generated',
    usage,
    definitionDigest: documentDigest(row.record),
    parents: results.all.map(({ artifact }) => ({ artifactId: artifact.id, relation: 'dependency' })),
    createdAt: Date.now(),
  };
  const saved = await store.artifacts.save(record, [text]);
  return verified(token, saved, await textOf(store, saved.digest));
}

function verified(token: string, { id, digest, usage }: ArtifactRecord, text: string): VerifyBaseCaseOutput {
  const { passed }: { passed: boolean } = JSON.parse(text);
  return { kind: 'verified', token, passed, artifactId: id, digest, usage };
}

async function textOf(store: Store, digest: string): Promise<string> {
  return (await store.contents.get([digest])).get(digest) ?? '';
}
