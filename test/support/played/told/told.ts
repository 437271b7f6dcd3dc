/** Runs told as rows: a definition, what it is given, and what people answer, in turn. */
import { type EscalationState, openEscalations, type RunState } from '../../../../src/model/run-state.ts';
import type { PlayedDecision } from '../../../../src/testing/index.ts';
import type { TestEngine } from '../../engine/engine.ts';
import { ended } from '../../engine/scripted.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Told {
  readonly definition: Fields;
  readonly input?: unknown;
  /** One for each question, in the order in which they are asked; `expire`: nobody answers. */
  readonly decisions?: readonly (PlayedDecision | 'expire')[];
}

export type Scenarios = Readonly<Record<string, (engine: TestEngine) => Promise<string>>>;

/** What each row is as a scenario: the run to its end, whose id it answers. */
export function scenariosOf(rows: Readonly<Record<string, Told>>): Scenarios {
  return Object.fromEntries(Object.entries(rows).map(([name, told]) => [name, (engine) => played(engine, told)]));
}

async function played(engine: TestEngine, { definition, input, decisions = [] }: Told): Promise<string> {
  const id = await engine.start(definition, input === undefined ? {} : { input });
  const answered = new Set<string>();
  const openIn = (state: RunState) => openEscalations(state).find((question) => !answered.has(question.id));
  for (const decision of decisions) {
    const state = await engine.until(id, (now) => ended(now) || (isParked(now) && openIn(now) !== undefined));
    const question = openIn(state);
    if (!question) throw new Error(`${id} has ended, and ${JSON.stringify(decision)} is left over`);
    answered.add(question.id);
    if (decision !== 'expire') await engine.handleOf(id).signal('decide', requestOf(question, decision));
  }
  await engine.until(id, ended);
  await engine.handleOf(id).result();
  return id;
}

/** Somebody is asked, and nothing is under way. */
function isParked({ life }: RunState): boolean {
  return life.status === 'escalated' || life.status === 'budget_exceeded';
}

/** An approval names what was looked at. */
function requestOf({ id, artifactDigest }: EscalationState, decision: PlayedDecision): object {
  const bound = decision.action === 'approve' && artifactDigest !== undefined && { artifactDigest };
  return { escalationId: id, by: 'a person', ...decision, ...bound };
}

/** What the model says of each step, in turn; the last one goes on. */
export type Outputs = Readonly<Record<string, readonly unknown[]>>;

function scriptedModel(outputs: Outputs): Fields {
  return { name: 'sim:script', extra: { sim: { outputs } } };
}

/** A graph of these steps. */
export function graph(outputs: Outputs, steps: readonly object[], more: Fields = {}): Fields {
  return { name: 'told', model: scriptedModel(outputs), steps, ...more };
}

/** A step that a model makes; not empty is enough unless `more` says otherwise. */
export function step(id: string, more: Fields = {}): object {
  return { id, generator: { kind: 'llm', prompt: `Make ${id}.` }, guard: { use: 'not-empty' }, ...more };
}

export const contains = (text: string, more: Fields = {}) => ({ use: 'contains', with: { text }, ...more });

/** A judge of whom the artifact alone decides: what is called rude is. */
export const FAIR_CARD = {
  name: 'fair',
  captures: { score: { from: 'prompt', cases: [{ pattern: 'That is rude', value: '0.2' }], default: '0.9' } },
  steps: { '*': { right: '{"score": {score}, "reasons": "As I read it."}' } },
};
