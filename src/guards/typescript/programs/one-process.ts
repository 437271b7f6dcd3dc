/**
 * Runs tests and implementation in one process, with two tests of the host among them: one must pass, one must fail, so the only right
 * exit code is 1. Argument: the module of the tests.
 */
import { setImmediate } from 'node:timers';
import { listIn, textIn } from './bridge/reading.ts';
import { openChannel } from './channel.ts';
import { errorFacts } from './error-facts.ts';
import { strict } from './testing/assert.ts';
import { offerGlobals } from './testing/globals.ts';
import { lockDown } from './testing/lock-down.ts';
import { declareTest } from './testing/registry.ts';
import { runAndReport } from './testing/report.ts';
import { fault } from './testing/run.ts';

const exit = process.exit.bind(process);
const immediate = setImmediate;

const nextTurn = () => new Promise((resolve) => immediate(resolve));

for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, fault);

const channel = openChannel();
const [mustPass, mustFail] = listIn(JSON.parse(channel.receive().payload)).map(textIn);
offerGlobals();
lockDown();
try {
  await import(textIn(process.argv[2]));
  // Errors of promises and timers that nobody waits for come to light now.
  await nextTurn();
  declareTest(mustPass, () => strict.deepEqual({ canary: mustPass }, { canary: mustPass }));
  declareTest(mustFail, () => strict.equal(mustFail, mustPass));
  await runAndReport(channel, (work) => work);
} catch (error) {
  channel.send('broken', JSON.stringify(errorFacts(error)));
}
// What was printed before has to be on its way.
await nextTurn();
exit(1);
