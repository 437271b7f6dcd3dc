// Pure: an agent, the role of its step, and what calls of its tools come to.
import { withAllowedTools } from '../../src/activities/agents/allowed-tools.ts';
import { needsEffect, runCalls } from '../../src/authoring/agent/run-calls.ts';
import { toolSpecs } from '../../src/authoring/agent/tool-specs.ts';
import { defineAgent, defineTool, z } from '../../src/index.ts';

const keep = (state: { execution: object; attempt: object }) => ({ newState: state, toolResult: 'done' });
const agent = defineAgent<unknown, { done: boolean }, object, object>({
  name: 'clerk',
  description: 'Works.',
  tools: {
    output: { description: 'Ends.', schema: z.object({ done: z.boolean() }) },
    helpers: [
      defineTool({ name: 'think', description: 'Thinks.', input: z.object({}), handler: keep }),
      defineTool({
        name: 'read',
        description: 'Reads.',
        input: z.object({}),
        readOnly: true,
        effect: () => 'text',
        handler: keep,
      }),
      defineTool({ name: 'write', description: 'Writes.', input: z.object({}), effect: () => 'ok', handler: keep }),
    ],
  },
});

const context = { attempt: 1, maxAttempts: 1, iteration: 1, maxIterations: 5, artifacts: {} };
const call = (name: string) => ({ id: name, name, arguments: '{}' });

test.each([
  ['probe', false, /^refused: a probe looks and changes nothing/],
  ['verifier', false, /^refused: a verifier looks and changes nothing/],
  ['worker', true, /^refused: other choices are tried beside this one/],
  ['verifier', true, /^refused: a verifier looks/],
])('S1-7.4-b, R122: a %s (speculative: %s) may read; what writes is listed and says why not', (role, beside, why) => {
  const allowed = withAllowedTools(agent, role, beside);
  expect(toolSpecs(allowed).map(({ name }) => name)).toEqual(toolSpecs(agent).map(({ name }) => name));
  expect(['think', 'read', 'write'].map((name) => needsEffect(allowed, call(name)))).toEqual([false, true, false]);
  const run = runCalls(allowed, { state: { execution: {}, attempt: {} } }, [call('think'), call('write')], context);
  expect(run.records).toMatchObject([{ result: 'done' }, { name: 'write', error: expect.stringMatching(why) }]);
  expect(run.replies.at(-1)?.content).toContain('The state is unchanged.');
});

test('R122: a worker by itself uses every tool', () => {
  const allowed = withAllowedTools(agent, 'worker', false);
  expect(['think', 'read', 'write'].map((name) => needsEffect(allowed, call(name)))).toEqual([false, true, true]);
});

test('R122: readOnly is true or false', () => {
  const tool = { name: 't', description: 'T.', input: z.object({}), handler: keep, readOnly: 'yes' };
  const wrong: unknown = { name: 'a', description: 'A.', tools: { helpers: [tool] } };
  expect(() => defineAgent(Object.assign({}, agent, wrong))).toThrow(
    '"readOnly" of the tool "t" must be true or false',
  );
});
