// Pure: slots for tasks, behind a gate.

import type { SlotReserveContext } from '@temporalio/worker';
import { createGate } from '../../src/ports/gate.ts';
import { gatedSlots } from '../../src/temporal/gated-slots.ts';

const CONTEXT: SlotReserveContext = {
  slotType: 'activity',
  taskQueue: 'q',
  workerIdentity: 'w',
  workerBuildId: '',
  isSticky: false,
};

function supplier(size: number) {
  const gate = createGate();
  const slots = gatedSlots(size, gate);
  const had: string[] = [];
  const ask = (name: string) => {
    const giveUp = new AbortController();
    const asked = slots.reserveSlot(CONTEXT, giveUp.signal).then(
      () => void had.push(name),
      (error: unknown) => void had.push(`${name} ${String(error)}`),
    );
    return { giveUp: (why: string) => giveUp.abort(why), asked };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const release = () => slots.releaseSlot({ permit: {} });
  return { gate, slots, had, ask, settled, release };
}

test('as many are handed out as there are, the next when one is given back, in order', async () => {
  const { slots, had, ask, settled, release } = supplier(2);
  for (const name of ['a', 'b', 'c', 'd']) ask(name);
  await settled();
  expect(had).toEqual(['a', 'b']);
  expect(slots.tryReserveSlot(CONTEXT)).toBeNull();
  release();
  await settled();
  expect(had).toEqual(['a', 'b', 'c']);
});

test('none is handed out while the gate is shut, not one that is given back either; all are when it opens (R99)', async () => {
  const { gate, slots, had, ask, settled, release } = supplier(2);
  ask('a');
  gate.set(false);
  ask('b');
  release();
  await settled();
  expect(had).toEqual(['a']);
  expect(slots.tryReserveSlot(CONTEXT)).toBeNull();
  gate.set(true);
  ask('c');
  await settled();
  expect(had).toEqual(['a', 'b', 'c']);
});

test('who gives up waiting gets none and leaves none lost, also when it was handed out meanwhile', async () => {
  const { had, ask, settled } = supplier(1);
  const first = ask('a');
  const second = ask('b');
  second.giveUp('enough');
  await second.asked;
  expect(had).toEqual(['a', 'b enough']);
  first.giveUp('not taken');
  ask('c');
  await settled();
  expect(had).toEqual(['a', 'b enough', 'c']);
});

test('a gate opens for everybody who waits, and is open at first', async () => {
  const gate = createGate();
  await gate.opened();
  gate.set(false);
  gate.set(false);
  const both = Promise.all([gate.opened(), gate.opened()]);
  expect(gate.isOpen()).toBe(false);
  gate.set(true);
  await both;
  expect(gate.isOpen()).toBe(true);
});
