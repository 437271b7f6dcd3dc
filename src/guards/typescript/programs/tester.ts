/** Runs the tests, in a process where the implementation is not. Argument: the module of the tests. */
import { setImmediate } from 'node:timers';
import { textIn } from './bridge/reading.ts';
import { errorFacts } from './error-facts.ts';
import { channel, giveTurn, isAwaiting } from './remote-module.ts';
import { silence } from './silence.ts';
import { drained, MAX_SETTLING } from './testing/drained.ts';
import { offerGlobals } from './testing/globals.ts';
import { lockDown } from './testing/lock-down.ts';
import { conclude, runAndReport } from './testing/report.ts';
import { fault } from './testing/run.ts';

/** Milliseconds: a timer of the tests may be so much late. */
const MAX_PATIENCE = 10;

/** A test that waits for something may wait for the implementation, whose process only goes on when it is given the turn. */
async function wait(work: Promise<void>): Promise<void> {
  let isPending = true;
  const done = work.finally(() => {
    isPending = false;
  });
  for (let patience = 0; ; patience = Math.min(MAX_PATIENCE, patience + 1)) {
    await Promise.race([done, new Promise((resolve) => setImmediate(resolve))]);
    if (!isPending) return;
    giveTurn(patience);
  }
}

/** What the tests began and did not wait for has its time here too, on both sides. */
async function settle(): Promise<void> {
  const last = performance.now() + MAX_SETTLING;
  for (;;) {
    const left = last - performance.now();
    await drained(left);
    if (left <= 0 || !isAwaiting()) return;
    giveTurn(MAX_PATIENCE);
  }
}

async function end(): Promise<void> {
  await settle();
  await conclude(channel);
  process.exit(0);
}

silence();
offerGlobals();
lockDown();
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, fault);

try {
  await import(textIn(process.argv[2]));
  await runAndReport(channel, wait);
} catch (error) {
  channel.send('broken', JSON.stringify(errorFacts(error)));
  process.exit(0);
}
void end();
