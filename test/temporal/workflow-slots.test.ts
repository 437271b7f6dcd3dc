// Pure: slots for workflow tasks, and how many a thread ends in good time.

import type { SlotPermit, SlotReserveContext, WorkflowSlotInfo } from '@temporalio/worker';
import { createGate } from '../../src/ports/gate.ts';
import { createPace } from '../../src/temporal/pace.ts';
import { workflowSlots } from '../../src/temporal/workflow-slots.ts';

const TASK: WorkflowSlotInfo = { type: 'workflow', workflowType: 'DsapRun', isSticky: true };

/** A worker as the SDK makes one: each poll is a slot first, then what it brings. */
function worker() {
  let clock = 0;
  const gate = createGate();
  const { tasks, locals, inHand } = workflowSlots({ gate, now: () => clock });
  const polls: Record<'sticky' | 'all', SlotPermit[]> = { sticky: [], all: [] };
  const ask = (queue: keyof typeof polls) => {
    const giveUp = new AbortController();
    const asked = tasks.reserveSlot(contextOf(queue), giveUp.signal).then(
      (permit) => void polls[queue].push(permit),
      () => undefined,
    );
    return { asked, giveUp: () => giveUp.abort(new Error('enough')) };
  };
  /** The oldest poll of the queue brings a task. */
  const begin = (queue: keyof typeof polls) => {
    const permit = polls[queue].shift();
    if (!permit) throw new Error(`the ${queue} queue has no poll`);
    tasks.markSlotUsed({ slotInfo: TASK, permit });
    return { end: () => tasks.releaseSlot({ slotInfo: TASK, permit }) };
  };
  return {
    gate,
    tasks,
    locals,
    inHand,
    polls,
    ask,
    begin,
    pass: (milliseconds: number) => void (clock += milliseconds),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    counts: () => ({ sticky: polls.sticky.length, all: polls.all.length }),
  };
}

function contextOf(queue: 'sticky' | 'all'): SlotReserveContext {
  return { slotType: 'workflow', taskQueue: 'q', workerIdentity: 'w', workerBuildId: '', isSticky: queue === 'sticky' };
}

test('a worker of which nothing is known begins with four, and the queue of all workers has a poll however many are asked for on the sticky one', async () => {
  const { ask, settled, counts } = worker();
  for (let asked = 0; asked < 10; asked += 1) ask('sticky');
  await settled();
  expect(counts()).toEqual({ sticky: 3, all: 0 });
  for (let asked = 0; asked < 10; asked += 1) ask('all');
  await settled();
  expect(counts()).toEqual({ sticky: 3, all: 1 });
});

test('the queue of all workers has half at most, so that runs that have begun go on before others begin', async () => {
  const { ask, settled, counts } = worker();
  for (let asked = 0; asked < 10; asked += 1) ask('all');
  for (let asked = 0; asked < 10; asked += 1) ask('sticky');
  await settled();
  expect(counts()).toEqual({ sticky: 2, all: 2 });
});

test('after the gate was shut each queue has a poll again, also where tasks of the sticky one are in hand still (R99)', async () => {
  const { gate, ask, begin, pass, settled, counts, tasks } = worker();
  for (let asked = 0; asked < 4; asked += 1) ask('sticky');
  ask('all');
  await settled();
  const inHand = [begin('sticky'), begin('sticky'), begin('sticky')];
  gate.set(false);
  const last = begin('all');
  pass(500);
  last.end();
  ask('all');
  await settled();
  expect(counts()).toEqual({ sticky: 0, all: 0 });
  expect(tasks.tryReserveSlot(contextOf('all'))).toBeNull();
  gate.set(true);
  await settled();
  expect(counts()).toEqual({ sticky: 0, all: 1 });
  inHand[0]?.end();
  await settled();
  expect(counts()).toEqual({ sticky: 1, all: 1 });
});

test('tasks that end soon bring more slots, those that end late take them away before they have ended, and leave each queue a poll', async () => {
  const { ask, begin, pass, settled, counts } = worker();
  for (let asked = 0; asked < 80; asked += 1) ask('sticky');
  for (let asked = 0; asked < 40; asked += 1) {
    await settled();
    const task = begin('sticky');
    pass(10);
    task.end();
  }
  await settled();
  // Of forty one is kept for the other queue.
  expect(counts().sticky).toBe(39);
  const slow = begin('sticky');
  pass(5_000);
  const polls = counts().sticky;
  for (let asked = 0; asked < 3; asked += 1) ask('all');
  ask('sticky');
  await settled();
  expect(counts()).toEqual({ sticky: polls, all: 1 });
  slow.end();
});

test('where slots have become few and polls that wait hold all of them, runs begin nevertheless, one after the other', async () => {
  const { ask, begin, pass, settled, counts } = worker();
  for (let asked = 0; asked < 8; asked += 1) ask('sticky');
  for (let asked = 0; asked < 40; asked += 1) {
    await settled();
    const task = begin('sticky');
    ask('sticky');
    pass(10);
    task.end();
  }
  await settled();
  const slow = begin('sticky');
  pass(60_000);
  slow.end();
  await settled();
  for (let run = 0; run < 3; run += 1) {
    for (let asked = 0; asked < 2; asked += 1) ask('all');
    await settled();
    expect(counts()).toEqual({ sticky: 7, all: 1 });
    const first = begin('all');
    pass(3_000);
    await settled();
    expect(counts()).toEqual({ sticky: 7, all: 0 });
    first.end();
  }
});

test('no more polls wait than tasks may be in hand: each queue that has none gets one only while fewer are', async () => {
  const { ask, begin, pass, settled, counts } = worker();
  for (let asked = 0; asked < 4; asked += 1) ask('sticky');
  ask('all');
  await settled();
  const inHand = [begin('sticky'), begin('sticky'), begin('sticky'), begin('all')];
  ask('all');
  await settled();
  expect(counts()).toEqual({ sticky: 0, all: 0 });
  pass(500);
  inHand[3]?.end();
  await settled();
  expect(counts()).toEqual({ sticky: 0, all: 1 });
});

test('who gives up waiting gets none and leaves none lost, also when it was handed out meanwhile', async () => {
  const { ask, settled, counts, polls } = worker();
  const asked = [1, 2, 3, 4].map(() => ask('sticky'));
  await settled();
  asked[3]?.giveUp();
  await asked[3]?.asked;
  expect(counts().sticky).toBe(3);
  asked[0]?.giveUp();
  polls.sticky.shift();
  ask('sticky');
  await settled();
  expect(counts().sticky).toBe(3);
});

test('the age of the oldest task is told, and none is when nothing is in hand', async () => {
  const { ask, begin, inHand, pass, settled } = worker();
  expect(inHand()).toEqual({ count: 0, oldest: 0 });
  for (let asked = 0; asked < 2; asked += 1) ask('sticky');
  await settled();
  const first = begin('sticky');
  pass(300);
  begin('sticky');
  pass(200);
  expect(inHand()).toEqual({ count: 2, oldest: 500 });
  first.end();
  expect(inHand()).toEqual({ count: 1, oldest: 200 });
});

test('what a task waits for its local guard is not time of the thread: guards of 50 ms take no slot from others', async () => {
  const { ask, begin, locals, pass, settled, counts } = worker();
  for (let asked = 0; asked < 80; asked += 1) ask('sticky');
  for (let round = 0; round < 40; round += 1) {
    await settled();
    const task = begin('sticky');
    pass(5);
    const permit = {};
    locals.markSlotUsed({ slotInfo: { type: 'local-activity', activityType: 'evaluateGuard' }, permit });
    pass(50);
    locals.releaseSlot({ permit });
    pass(5);
    task.end();
  }
  await settled();
  expect(counts().sticky).toBe(39);
});

test.each([
  { each: 10, limit: 200 },
  { each: 100, limit: 20 },
  { each: 500, limit: 4 },
  { each: 3_000, limit: 4 },
])(
  'tasks of $each ms: $limit end together in a fifth of their timeout, and four are taken always',
  ({ each, limit }) => {
    let clock = 0;
    const pace = createPace(() => clock);
    for (let task = 0; task < 60; task += 1) {
      pace.set(1);
      clock += each;
      pace.ended();
      pace.set(0);
      // Nothing is learnt from rest.
      clock += 60_000;
    }
    expect(Math.abs(pace.limit() - limit)).toBeLessThanOrEqual(1);
  },
);
