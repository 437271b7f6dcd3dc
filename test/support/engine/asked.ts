import { randomUUID } from 'node:crypto';
import type { Action } from '../../../src/model/events/escalations.ts';
import type { DecideRequest } from '../../../src/model/input.ts';
import { type EscalationState, openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { UPDATES } from '../../../src/workflows/messages.ts';
import type { AnyEngine } from './parts.ts';

export interface Answer {
  readonly action: Action;
  readonly [field: string]: unknown;
}

export interface Asked {
  readonly id: string;
  readonly question: EscalationState;
  readonly state: RunState;
}

interface ChainFacts {
  readonly plan?: object;
  readonly work?: object;
  readonly run?: object;
}

/** plan → work; a list each of what their guards say over all their epochs. */
export function chain(planVerdicts: readonly object[], workVerdicts: readonly object[], facts: ChainFacts = {}) {
  const step = (id: string, requires: readonly string[], verdicts: readonly object[], more: object = {}) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Make ${id}.` },
    guard: { use: 'scripted', with: { verdicts } },
    ...more,
  });
  return {
    name: 'answers',
    model: { name: 'sim:script', extra: { sim: { outputs: { plan: ['p1', 'p2', 'p3'], work: ['w1', 'w2', 'w3'] } } } },
    steps: [step('plan', [], planVerdicts, facts.plan), step('work', ['plan'], workVerdicts, facts.work)],
    ...facts.run,
  };
}

/** Starts a run and waits for its first question. */
export async function asked(engine: AnyEngine, definition: Readonly<Record<string, unknown>>): Promise<Asked> {
  return nextQuestion(engine, await engine.start(definition));
}

/** Waits for an open question of a parked run. `answered`: another question than this one, since an Update answers before its events are stored. */
export async function nextQuestion(engine: AnyEngine, id: string, answered?: EscalationState): Promise<Asked> {
  const others = (now: RunState) => openEscalations(now).filter((each) => each.id !== answered?.id);
  const state = await engine.until(id, (now) => now.life.status !== 'running' && others(now).length > 0);
  const [question] = others(state);
  if (!question) throw new Error('no question');
  return { id, question, state };
}

/** By Update, as anyone may send it: an amendment brings its content along. */
export function updateWith(engine: AnyEngine, { id, question }: Asked, answer: Answer) {
  const args: [DecideRequest] = [{ kind: 'decide', escalationId: question.id, by: 'ada', ...answer }];
  return engine.handleOf(id).executeUpdate(UPDATES.decide, { args, updateId: randomUUID() });
}

/** As the API sends it, with refusals as the API sees them. */
export function decideWith(engine: AnyEngine, { id, question }: Asked, answer: Answer) {
  return engine.runs.send(id, { kind: 'decide', escalationId: question.id, by: 'ada', ...answer }, randomUUID());
}
