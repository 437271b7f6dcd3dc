// Pure: the names of a database's task queues.

import { checkQueues } from '../../src/ports/external-queues.ts';
import { queuesOfDatabase } from '../../src/ports/queues-of-database.ts';

const ID = '0a1b2c3d4e5f';

test('a database is part of the name of its queues; the name without it is a former one, as are those of the settings (R99)', () => {
  expect(queuesOfDatabase({ prefix: 'dsap', former: ['elder'], external: ['theirs'] }, ID)).toEqual({
    prefix: `dsap-${ID}`,
    former: ['dsap', 'elder', `elder-${ID}`],
    external: ['theirs'],
  });
});

test('a name is not a former one as long as it is in force (R99)', () => {
  expect(queuesOfDatabase({ prefix: 'dsap', former: ['dsap'], external: [] }, ID)).toMatchObject({
    prefix: `dsap-${ID}`,
    former: ['dsap'],
  });
});

test.each([
  ['a queue of this database', `dsap-${ID}-llm`, 1],
  ['the same before there were databases in names', 'dsap-llm', 1],
  ['one of a former setting', `elder-${ID}-guard`, 1],
  ['one of a former setting before that', 'elder', 1],
  ["another database's", 'dsap-ffffffffffff-llm', 0],
])('%s is refused to definitions, or not: %s (R99, R116)', (_, taskQueue, issues) => {
  const queues = queuesOfDatabase({ prefix: 'dsap', former: ['elder'], external: ['*'] }, ID);
  const document = { steps: [{ id: 'a', generator: { kind: 'external', taskQueue, activity: 'flush' } }] };
  expect([...checkQueues(document, queues)]).toHaveLength(issues);
});
