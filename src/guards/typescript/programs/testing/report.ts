import type { Channel } from '../channel.ts';
import { errorFacts } from '../error-facts.ts';
import { root, testsOf } from './registry.ts';
import { type Runner, runSuite } from './run.ts';

/** Runs what was declared and tells the host: `plan`, then `begin` and `end` of each test, then `done`. */
export async function runAndReport(channel: Channel, wait: Runner['wait']): Promise<void> {
  channel.send('plan', JSON.stringify(testsOf(root)));
  await runSuite(root, {
    wait,
    begins: (name) => channel.send('begin', JSON.stringify(name)),
    ends: ({ name, status, error, reason }) =>
      channel.send(
        'end',
        JSON.stringify({ name, status, reason, ...(error !== undefined && { error: errorFacts(error) }) }),
      ),
  });
  channel.send('done', '');
}
