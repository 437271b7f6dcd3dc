import type { AnyAgent } from '../../src/authoring/agent/agent.ts';
import { defineAgent, defineTool, z } from '../../src/index.ts';
import type { RunState } from '../../src/model/run-state.ts';
import { mailer } from '../authoring/fixtures/mailer.ts';
import { parse, STATEFUL_AGENT } from '../authoring/fixtures/stateful-agent.ts';
import { calls, partsOf } from '../support/engine/agents.ts';
import { type LocalEngine, startInProcess } from '../support/engine/in-process.ts';
import { ended } from '../support/engine/scripted.ts';

export const INPUT = { data: '{"total": 3}' };
export const query = calls(['query', { field: 'total' }]);
export const hand = (total: unknown) => calls(['output', { total }]);

/** A message that reached the model. */
export interface Said {
  readonly role: string;
  readonly content: string | null;
}
const Body = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })),
  tools: z.array(z.unknown()).optional(),
  metadata: z.object({ dsap_step: z.string(), dsap_run: z.string() }),
});

/** What the mailer sends, and what initialisers of agents are called with. */
interface Heard {
  readonly sent: { readonly to: string; readonly key: string }[];
  readonly initialised: unknown[];
}

const own = ({ sent, initialised }: Heard): readonly AnyAgent[] => [
  STATEFUL_AGENT,
  mailer((to, key) => {
    if (to === 'nobody') throw new Error('no such address');
    sent.push({ to, key });
  }),
  defineAgent({
    ...STATEFUL_AGENT,
    name: 'spied',
    initialExecutionState: (input) => {
      initialised.push(['execution', input]);
      return { rawData: input.data };
    },
    initialAttemptState: (_, execution, attemptNumber) => {
      initialised.push(['attempt', Object.keys(execution), attemptNumber]);
      return { callCount: 0 };
    },
  }),
  defineAgent({
    ...STATEFUL_AGENT,
    name: 'broken',
    initialExecutionState: () => {
      throw new Error('the parser is gone');
    },
  }),
  defineAgent({
    ...STATEFUL_AGENT,
    name: 'throwing',
    tools: {
      output: {
        description: 'Ends.',
        schema: z.object({ total: z.number() }).superRefine(() => {
          throw new Error('out of order');
        }),
      },
    },
  }),
  defineAgent({
    name: 'unprintable',
    description: 'Its tools answer what no text can hold.',
    tools: {
      output: { description: 'Ends.', schema: z.object({ total: z.number() }) },
      helpers: [{ result: 'a\0b\ud800' }, { thrown: 'c\0d' }].map(({ result, thrown }, index) =>
        defineTool({
          name: `tool${index}`,
          description: 'Answers.',
          input: z.object({}),
          handler: (newState: { execution: object; attempt: object }) => {
            if (thrown !== undefined) throw new Error(thrown);
            return { newState, toolResult: result };
          },
        }),
      ),
    },
    validation: { customValidators: [{ name: 'three', check: (out) => (Object.is(out, 3) ? undefined : 'e\0f') }] },
  }),
  defineAgent({ name: 'plain', description: 'Answers in text.', tools: { helpers: [parse] } }),
];

/** An engine with agents of our own, which notes what reaches the model. To be called once by a file of tests. */
export function useAgents() {
  const heard: Heard = { sent: [], initialised: [] };
  /** What reached the model, in order. */
  const asked: { readonly step: string; readonly messages: readonly Said[]; readonly tools?: readonly unknown[] }[] =
    [];
  let engine: LocalEngine | undefined;

  beforeAll(async () => {
    engine = await startInProcess({
      parts: partsOf({ agents: own(heard) }),
      provider: (app) =>
        app.addHook('preHandler', async ({ body }) => {
          const { messages, tools, metadata } = Body.parse(body);
          asked.push({ step: `${metadata.dsap_run}/${metadata.dsap_step}`, messages, ...(tools && { tools }) });
        }),
    });
  });
  afterAll(() => engine?.stop());

  const started = (): LocalEngine => {
    if (!engine) throw new Error('The engine starts before the first test.');
    return engine;
  };

  async function play(
    definition: Readonly<Record<string, unknown>>,
    parked: readonly string[] = ['escalated'],
  ): Promise<{ id: string; state: RunState }> {
    const id = await started().start(definition, { input: INPUT });
    return { id, state: await started().until(id, (state) => ended(state) || parked.includes(state.life.status)) };
  }

  return {
    ...heard,
    engine: started,
    play,
    attemptsOf: async (runId: string, step = 'work') =>
      (await started().store.attempts.list(runId, { step }, { limit: 50 })).rows,
    requestsOf: (id: string, step = 'work') => asked.filter((one) => one.step === `${id}/${step}`),
  };
}

export const withAgent = (agent: string, facts: object = {}) => ({ kind: 'agent', agent, ...facts });
