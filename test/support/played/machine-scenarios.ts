import type { AnyEngine } from '../engine/parts.ts';
import { ended } from '../engine/scripted.ts';
import { aMachine } from './a-machine.ts';

/** Runs of state machines, one of every kind, each brought to its end. */
export const MACHINE_SCENARIOS: Readonly<Record<string, (engine: AnyEngine) => Promise<string>>> = {
  /** Code, a condition that is false and one that is refused, an answer outside of the map, and back again. */
  machine: async (engine) => {
    const id = await engine.start(
      aMachine({
        machine: {
          transitions: [
            { from: 'a', to: 'b', condition: 'n > 1' },
            { from: 'b', to: 'a' },
            { from: 'b', to: 'end' },
          ],
        },
        steps: [
          { name: 'count', type: 'code', in_state: 'a', code: 'context["n"] = context.get("n", 0) + 1' },
          { name: 'never', in_state: 'a', run_if: 'n > 9' },
          { name: 'work', in_state: 'a', prompt: 'n is {n}. {action_history}', transition_to: 'b' },
          {
            name: 'decide',
            type: 'transition',
            in_state: 'b',
            prompt: 'Which?',
            transition_map: { again: 'a', done: 'end' },
          },
        ],
        outputs: { decide: ['maybe', 'again', 'done'] },
      }),
    );
    return end(engine, id);
  },
  'machine-stalled-aborted': async (engine) => {
    const id = await engine.start(aMachine({ steps: [{ name: 'work', in_state: 'a' }] }));
    const { escalations } = await engine.until(id, ({ life }) => life.status === 'escalated');
    const [question] = Object.keys(escalations);
    const abort = { kind: 'decide', escalationId: question ?? '', action: 'abort', by: 'a person' } as const;
    await engine.runs.send(id, abort, 'abort-1');
    return end(engine, id);
  },
  /** A step that is given up asks for a move that is refused, and nothing is left to run; a person moves the machine to its end (R88, R89). */
  'machine-helped': async (engine) => {
    const id = await engine.start(
      aMachine({
        machine: { transitions: [{ from: 'b', to: 'end' }], final_states: ['end'] },
        steps: [
          { name: 'work', in_state: 'a', max_retries: 0, on_failure: 'skip', transition_to: 'b', guard: NEVER },
          { name: 'leave', in_state: 'b', transition_to: 'end' },
        ],
      }),
    );
    await engine.until(id, ({ life }) => life.status === 'escalated');
    const move = {
      kind: 'redirect',
      prepared: true,
      type: 'dag_adjustment',
      description: 'enough',
      state: 'b',
    } as const;
    await engine.runs.send(id, move, 'move-1');
    return end(engine, id);
  },
};

const NEVER = { use: 'contains', with: { text: 'nope' } };

async function end(engine: AnyEngine, id: string): Promise<string> {
  await engine.until(id, ended);
  return id;
}
