import type { Event } from '../../../src/model/event.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import { consistent } from '../consistent.ts';
import type { AnyEngine } from '../engine/parts.ts';
import { ended } from '../engine/scripted.ts';
import { aMachine, type MachineFacts } from './a-machine.ts';

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
  engine: AnyEngine,
  machine: MachineFacts,
  facts: Partial<RunRecord> = {},
): Promise<Played> {
  const id = await engine.start(aMachine(machine), facts);
  const state = await engine.until(
    id,
    (one) => ended(one) || one.life.status === 'escalated' || one.life.status === 'budget_exceeded',
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
export async function promptsOf(engine: AnyEngine, id: string, step: string): Promise<readonly string[]> {
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
