import { ended, startEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;

beforeAll(async () => {
  engine = await startEngine();
}, 60_000);

afterAll(() => engine.stop());

test('x', async () => {
  const id = await engine.start({
    name: 'agent',
    model: { name: 'sim:script', extra: { sim: { outputs: { observe: ['seen'], reflect: ['maybe', 'ship'] } } } },
    workflow: {
      state_machine: {
        states: ['observing', 'reflecting', 'shipping'],
        initial_state: 'observing',
        transitions: [
          { from: 'observing', to: 'reflecting', condition: 'success_rate < 0.3' },
          { from: 'reflecting', to: 'shipping' },
          { from: 'reflecting', to: 'observing' },
        ],
      },
      steps: [
        {
          name: 'metrics',
          type: 'code',
          in_state: 'observing',
          code: "context['success_rate'] = context.get('successes', 0) / max(context.get('total', 1), 1)",
        },
        {
          name: 'observe',
          type: 'llm',
          in_state: 'observing',
          prompt: 'Look: {success_rate} {action_history} {nobody}',
          transition_to: 'reflecting',
        },
        {
          name: 'reflect',
          type: 'transition',
          in_state: 'reflecting',
          prompt: 'What now? {artifact.observe} {last_action_result}',
          transition_map: { continue: 'observing', ship: 'shipping' },
        },
      ],
    },
  });
  const state = await engine.until(id, ended);
  for (const e of await engine.log(id)) console.log(JSON.stringify(e).slice(0, 300));
  console.log(JSON.stringify(state.machine, null, 1));
  for (const { artifact } of (await engine.store.attempts.list(id, {}, { limit: 50 })).rows)
    console.log(artifact?.step, JSON.stringify(artifact?.context?.prompt));
  expect(state.status).toBe('completed');
});
