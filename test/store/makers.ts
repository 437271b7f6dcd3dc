import { randomUUID } from 'node:crypto';
import type { Body, Event } from '../../src/model/event.ts';
import type { Plan, PlanBase } from '../../src/model/plan.ts';
import { NO_USAGE, type Usage } from '../../src/model/usage.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import type { ArtifactRecord } from '../../src/ports/store/artifacts.ts';
import type { DefinitionVersion } from '../../src/ports/store/definitions.ts';
import type { RunRecord } from '../../src/ports/store/runs.ts';
import type { Store } from '../../src/ports/store/store.ts';
import { digestOf, digestOfJson } from '../../src/store/digest.ts';

export function aPlan(change: Partial<PlanBase> = {}): Plan {
  const definition = { name: 'flow', version: 1, digest: digestOf('flow') };
  return {
    definition,
    topology: 'dag',
    steps: [],
    goal: ['a'],
    budgets: { maxParallelAgents: 3 },
    bound: 4,
    ...change,
  };
}

export function aDefinition(
  change: Partial<Omit<DefinitionVersion, 'version' | 'createdAt'>> = {},
): Omit<DefinitionVersion, 'version' | 'createdAt'> {
  const { definition: _, ...plan } = aPlan();
  const document = change.document ?? { name: 'flow', steps: [{ id: 'a' }] };
  return { name: 'flow', digest: digestOfJson(document), topology: 'dag', document, plan, warnings: [], ...change };
}

export function aRun(change: Partial<RunRecord> = {}): RunRecord {
  return {
    id: `run_${randomUUID()}`,
    definition: aPlan().definition,
    topology: 'dag',
    input: { subject: 'stack' },
    tags: [],
    plan: aPlan(),
    seeds: {},
    requestDigest: digestOf('request'),
    createdAt: 1_000,
    ...change,
  };
}

/** Numbers bodies from a seq; each event is 10 ms after the one before it. */
export function numbered(bodies: readonly Body[], from = 1): readonly Event[] {
  return bodies.map((body, at) => ({ ...body, seq: from + at, at: 1_000 + 10 * (from + at) }));
}

export function created(runId: string, steps: readonly string[] = ['a', 'b']): Body {
  return { type: 'run.created', runId, steps, budgets: { maxParallelAgents: 3 }, by: 'ann' };
}

export async function startRun(store: Store, change: Partial<RunRecord> = {}): Promise<RunRecord> {
  const run = aRun(change);
  const [first] = numbered([created(run.id)]);
  if (!first) throw new Error('unreachable');
  await store.runs.create(run, first);
  return run;
}

export function usage(tokens: number): Usage {
  return { ...NO_USAGE, inputTokens: tokens, outputTokens: tokens, microUsd: tokens, llmCalls: 1 };
}

/** The whole of a step: a rejected, an interrupted and an accepted attempt; tokens t3, t7, t9. Begins at seq 2. */
export function aStepsWork(step: string, from = 2): readonly Event[] {
  const token = (offset: number): string => `t${from + offset}`;
  const at = (offset: number, attempt: number) => ({ step, epoch: 1, attempt, token: token(offset) });
  const made = { source: 'generated', usage: usage(10) } as const;
  return numbered(
    [
      { type: 'step.started', step, epoch: 1, allowed: 4 },
      { type: 'attempt.started', n: 1, ...at(1, 1) },
      { type: 'artifact.created', ...at(1, 1), ...artifactNamed(`${step}1`), ...made },
      { type: 'guard.verdict', ...at(1, 1), artifactId: `art_${step}1`, verdict: 'retry', guard: 'g', signature: 's' },
      { type: 'attempt.finished', ...at(1, 1), status: 'rejected' },
      { type: 'attempt.started', n: 2, ...at(5, 2) },
      { type: 'attempt.finished', ...at(5, 2), status: 'discarded' },
      { type: 'attempt.started', n: 2, ...at(7, 2) },
      { type: 'artifact.created', ...at(7, 2), ...artifactNamed(`${step}2`), ...made },
      { type: 'guard.verdict', ...at(7, 2), artifactId: `art_${step}2`, verdict: 'pass', guard: 'g' },
      { type: 'attempt.finished', ...at(7, 2), status: 'accepted' },
      { type: 'step.satisfied', step, epoch: 1, attempt: 2, ...artifactNamed(`${step}2`) },
    ],
    from,
  );
}

function artifactNamed(name: string) {
  return { artifactId: `art_${name}`, digest: digestOf(name) };
}

export function anArtifact(text: string, change: Partial<ArtifactRecord> = {}): ArtifactRecord {
  return {
    id: `art_${randomUUID()}`,
    digest: digestOf(text),
    mediaType: 'text/plain',
    bytes: Buffer.byteLength(text),
    source: 'generated',
    usage: usage(10),
    parents: [],
    createdAt: 2_000,
    ...change,
  };
}

export function aVerdict(verdict: Verdict['verdict'] = 'pass', feedback = ''): Verdict {
  return { verdict, feedback, guard: 'g', nature: 'deterministic', durationMs: 1, subResults: [] };
}
