import { publishPatiently } from '../../../src/cli/start/publish-patiently.ts';
import { until } from '../../support/until.ts';

test('bundled definitions that could not be published at the start are published later, and both is told', async () => {
  const told: string[] = [];
  const logger = {
    warn: (_facts: object, line: string) => told.push(line),
    info: (line: string) => told.push(line),
  };
  let tries = 0;
  const publish = async () => {
    tries += 1;
    if (tries < 3) throw new Error('the database does not answer');
  };
  await publishPatiently(publish, logger as never, new AbortController().signal);
  expect(tries).toBe(1);
  await until('it is published', async () => (tries === 3 ? true : undefined));
  expect(told).toEqual([
    expect.stringContaining('could not be published yet'),
    expect.stringContaining('could not be published yet'),
    'the definitions that come with dsap are published',
  ]);
});
