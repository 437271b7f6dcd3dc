// Pure: which task queues a definition may ask.

import { QUEUES } from '../../src/ports/calls.ts';
import { checkQueues } from '../../src/ports/external-queues.ts';

const SETTINGS = { prefix: 'dsap', former: ['elder'], external: ['*'] };
const asks = (taskQueue: string) => ({
  steps: [
    { id: 'a', generator: { kind: 'external', taskQueue, activity: 'flush' }, guard: { use: 'not-empty' } },
    {
      id: 'b',
      generator: { kind: 'fixed' },
      guard: { all: [{ use: 'external', with: { taskQueue, activity: 'x' } }] },
    },
  ],
});
const PLACES = ['/steps/0/generator/taskQueue', '/steps/1/guard/all/0/with/taskQueue'];

const OWN = ['dsap', 'elder'].flatMap((prefix) => Object.values(QUEUES).map((suffix) => `${prefix}${suffix}`));

test.each(OWN)(
  '%s is a queue of this deployment, of now or before, and refused wherever it is named (R116)',
  (queue) => {
    const issues = [...checkQueues(asks(queue), SETTINGS)];
    expect(issues.map(({ pointer, code }) => [pointer, code])).toEqual(PLACES.map((at) => [at, 'queue_not_allowed']));
  },
);

test.each(['dsap-theirs', 'dsapper', 'theirs'])('%s only looks like one, and is allowed (R116)', (queue) => {
  expect([...checkQueues(asks(queue), SETTINGS)]).toEqual([]);
});

test('without * only what the settings allow may be asked; the nearest is named, and where to add it (R116)', () => {
  const settings = { ...SETTINGS, external: ['theirs'] };
  expect([...checkQueues(asks('theirs'), settings)]).toEqual([]);
  const [issue] = [...checkQueues(asks('thiers'), settings)];
  expect(issue?.detail).toContain('Did you mean "theirs"?');
  expect(issue?.detail).toContain('externalQueues');
  expect([...checkQueues(asks('theirs'), { ...SETTINGS, external: [] })]).toHaveLength(2);
});

test('no list allows a queue of our own (R116)', () => {
  expect([...checkQueues(asks('dsap-log'), { ...SETTINGS, external: ['dsap-log'] })]).toHaveLength(2);
});
