import type { Channel } from '../channel.ts';
import { errorFacts } from '../error-facts.ts';
import { root, type Suite, testsOf } from './registry.ts';
import { type Runner, runSuite, takeFault } from './run.ts';

/** Runs what was declared and tells the host: `plan`, then `begin` and `end` of each test. */
export async function runAndReport(channel: Channel, wait: Runner['wait']): Promise<void> {
  channel.send('plan', JSON.stringify(testsOf(root)));
  await runSuite(root, runnerOf(channel, wait));
}

/** Tells of an error that came when the tests had ended, runs what else there is, and says `done`. */
export async function conclude(channel: Channel, last?: Suite): Promise<void> {
  const runner = runnerOf(channel, (work) => work);
  const late = takeFault();
  if (late !== undefined) runner.ends({ name: 'after the tests', status: 'failed', ...late });
  if (last !== undefined) await runSuite(last, runner);
  channel.send('done', '');
}

function runnerOf(channel: Channel, wait: Runner['wait']): Runner {
  return {
    wait,
    begins: (name) => channel.send('begin', JSON.stringify(name)),
    ends: ({ name, status, error, reason }) =>
      channel.send(
        'end',
        JSON.stringify({ name, status, reason, ...(error !== undefined && { error: errorFacts(error) }) }),
      ),
  };
}
