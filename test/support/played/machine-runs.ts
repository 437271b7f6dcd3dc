import type { Event } from '../../../src/model/event.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import type { RunRecord } from '../../../src/ports/store.ts';
import { consistent } from '../consistent.ts';
import { ended, type TestEngine } from '../engine/engine.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface MachineFacts {
  /** By step: what the scripted model answers, in order. */
  readonly outputs?: Readonly<Record<string, readonly unknown[]>>;
  readonly machine?: Fields;
  readonly workflow?: Fields;
  readonly steps: readonly Fields[];
  /** Further fields of the document. */
  readonly fields?: Fields;
}

/** A machine of the states `a`, `b` and `end`, every move permitted, unless told otherwise. */
export function aMachine({ outputs = {}, machine = {}, workflow = {}, steps, fields = {} }: MachineFacts): Fields {
  return {
    name: 'machine',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    ...fields,
    workflow: {
      state_machine: { states: ['a', 'b', 'end'], initial_state: 'a', ...machine },
      ...workflow,
      steps: steps.map((step) => ({ ...(step['type'] === undefined && { type: 'llm', prompt: 'Work.' }), ...step })),
    },
  };
}

export interface Played {
  readonly id: string;
  readonly state: RunState;
  readonly log: readonly Event[];
  /** `a > b`, and `a ! b` for a move that was refused. */
  readonly moves: readonly string[];
  /** The steps of each turn, by what was started. */
  readonly turns: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** A run brought to its end, or to where a person is asked. */
export async function played(
  engine: TestEngine,
  machine: MachineFacts,
  facts: Partial<RunRecord> = {},
): Promise<Played> {
  const id = await engine.start(aMachine(machine), facts);
  const state = await engine.until(
    id,
    (one) => ended(one) || one.status === 'escalated' || one.status === 'budget_exceeded',
  );
  const { log } = await consistent(engine, id);
  return { id, state, log, ...told(log) };
}

export function told(log: readonly Event[]): Pick<Played, 'moves' | 'turns' | 'notes'> {
  const turns: string[][] = [];
  for (const event of log) {
    if (event.type === 'turn.started') turns.push([]);
    if (event.type === 'step.started') turns.at(-1)?.push(event.step);
  }
  return {
    turns,
    moves: log.flatMap((event) =>
      event.type === 'machine.transitioned' ? [`${event.from} ${event.refused === true ? '!' : '>'} ${event.to}`] : [],
    ),
    notes: log.flatMap((event) => (event.type === 'note.added' ? [event.text] : [])),
  };
}

/** What the attempts of a step were asked, in order. */
export async function promptsOf(engine: TestEngine, id: string, step: string): Promise<readonly string[]> {
  const { rows } = await engine.store.attempts.list(id, { step }, { limit: 50 });
  const messages = rows.map(({ artifact }) => artifact?.context?.prompt ?? []);
  const digests = messages
    .flat()
    .flatMap(({ parts }) => parts.flatMap((part) => ('digest' in part ? [part.digest] : [])));
  const texts = await engine.store.contents.get(digests);
  return messages.map((prompt) =>
    prompt
      .map(({ parts }) => parts.map((part) => ('text' in part ? part.text : texts.get(part.digest))).join(''))
      .join('\n'),
  );
}
