import type { Body, Event } from '../../src/model/event.ts';
import type { Store } from '../../src/ports/store/store.ts';
import { digestOf } from '../../src/store/digest.ts';
import { aPlan, numbered, startRun, usage } from './makers.ts';

/** A run of so many steps, each with four rejected attempts and one that passes: eleven events and more a step. No artifact is stored. */
export async function longRun(store: Store, steps: number, workflow = 'long'): Promise<string> {
  const definition = { name: workflow, version: 1, digest: digestOf(workflow) };
  const { id } = await startRun(store, { definition, plan: aPlan({ goal: [`s${steps}`] }) });
  for (const batch of longLog(steps)) await store.events.append(id, batch);
  return id;
}

/** The log of such a run behind its first event, step by step. */
export function* longLog(steps: number): Generator<readonly Event[]> {
  let seq = 2;
  for (let step = 1; step <= steps; step += 1) {
    const events = numbered(worked(`s${step}`, seq), seq);
    yield events;
    seq += events.length;
  }
}

function worked(step: string, from: number): readonly Body[] {
  const attempts = [1, 2, 3, 4, 5].flatMap((attempt): Body[] => {
    const isLast = attempt === 5;
    const at = { step, epoch: 1, attempt, token: `t${from}.${attempt}` };
    const made = { artifactId: `art_${at.token}`, digest: digestOf(at.token) };
    // Every second rejection is like the one before it.
    const signature = `no ${Math.ceil(attempt / 2)}`;
    return [
      { type: 'attempt.started', n: attempt, ...at },
      { type: 'artifact.created', ...at, ...made, source: 'generated', usage: usage(10) },
      {
        type: 'guard.verdict',
        ...at,
        artifactId: made.artifactId,
        guard: 'g',
        ...(isLast ? { verdict: 'pass' } : { verdict: 'retry', signature }),
      },
      { type: 'attempt.finished', ...at, status: isLast ? 'accepted' : 'rejected' },
    ];
  });
  const served = { artifactId: `art_t${from}.5`, digest: digestOf(`t${from}.5`) };
  return [
    { type: 'step.started', step, epoch: 1, allowed: 5 },
    ...attempts,
    { type: 'step.satisfied', step, epoch: 1, attempt: 5, ...served },
  ];
}
