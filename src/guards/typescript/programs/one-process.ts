/**
 * Runs tests and implementation in one process, with two tests of the host among them: one must pass, one must fail, so the only right
 * exit code is 1. Argument: the module of the tests.
 */
import { listIn, textIn } from './bridge/reading.ts';
import { openChannel } from './channel.ts';
import { errorFacts } from './error-facts.ts';
import { strict } from './testing/assert.ts';
import { drained, MAX_SETTLING } from './testing/drained.ts';
import { offerGlobals } from './testing/globals.ts';
import { lockDown } from './testing/lock-down.ts';
import { newSuite, type Suite, type Test } from './testing/registry.ts';
import { conclude, runAndReport } from './testing/report.ts';
import { fault, nextTurn } from './testing/run.ts';

const exit = process.exit.bind(process);
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, fault);

const channel = openChannel();
const [mustPass = '', mustFail = ''] = listIn(JSON.parse(channel.receive().payload)).map(textIn);
offerGlobals();
lockDown();
try {
  await import(textIn(process.argv[2]));
  // Errors of promises and timers that nobody waits for come to light now.
  await nextTurn();
  await runAndReport(channel, (work) => work);
} catch (error) {
  channel.send('broken', JSON.stringify(errorFacts(error)));
  exit(1);
}
void end();

async function end(): Promise<void> {
  await drained(MAX_SETTLING);
  await conclude(channel, canaries());
  // What was printed before has to be on its way.
  await nextTurn();
  exit(1);
}

function canaries(): Suite {
  const test = (name: string, body: () => void): Test => ({ kind: 'test', name, options: {}, body });
  const suite = newSuite('');
  suite.members.push(
    test(mustPass, () => strict.deepEqual({ canary: mustPass }, { canary: mustPass })),
    test(mustFail, () => strict.equal(mustFail, mustPass)),
  );
  return suite;
}
