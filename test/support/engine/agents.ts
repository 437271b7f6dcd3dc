import { createParts, type OwnParts, type Parts } from '../../../src/authoring/parts.ts';
import { mailer } from '../../authoring/fixtures/mailer.ts';
import { STATEFUL_AGENT } from '../../authoring/fixtures/stateful-agent.ts';

export function partsOf(parts: Partial<OwnParts>): Parts {
  return createParts(() => ({ agents: [], guards: [], generators: [], ...parts }));
}

/** The parts of the recorded agent runs. */
export const FIXTURE_PARTS = partsOf({ agents: [STATEFUL_AGENT, mailer(() => undefined)] });

/** A call of a tool in a script. */
export function calls(...named: readonly (readonly [name: string, given?: unknown])[]) {
  return { toolCalls: named.map(([name, given = {}]) => ({ name, arguments: given })) };
}

/** A definition of one step that an agent makes; `attempts` are the turns of each attempt. */
export function agentScript(
  attempts: readonly (readonly unknown[])[],
  facts: object = {},
  generator: object = { kind: 'agent', agent: 'stateful' },
) {
  return {
    name: 'agent-script',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: attempts.map((turns) => ({ turns })) } } } },
    steps: [{ id: 'work', generator, guard: { use: 'not-empty' }, ...facts }],
  };
}
