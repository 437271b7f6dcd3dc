import type {
  CustomSlotSupplier,
  LocalActivitySlotInfo,
  SlotInfo,
  SlotPermit,
  WorkflowSlotInfo,
} from '@temporalio/worker';
import type { Gate } from '../ports/gate.ts';
import { createPace } from './pace.ts';

/** How many workflow tasks are in hand, and how long the oldest of them has been; milliseconds, 0 where there is none. */
export interface TasksInHand {
  readonly count: number;
  readonly oldest: number;
}

export interface WorkflowSlots {
  readonly tasks: CustomSlotSupplier<WorkflowSlotInfo>;
  /** Of local activities, which never wait for one: while a task waits for its own it is not on the workflow thread, and not slow for that. */
  readonly locals: CustomSlotSupplier<LocalActivitySlotInfo>;
  readonly inHand: () => TasksInHand;
}

interface WorkflowSlotsOptions {
  readonly gate: Gate;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** As many as the SDK has by itself: the most, however fast tasks end. */
const MOST = 40;

/**
 * Slots for workflow tasks, all of which share one thread and have ten seconds each from when they were handed out: no more than end within a
 * small part of that, by how long they took (`pace.ts`). A slot is held by a poll first, for up to a minute, and then by the task that it brings.
 * Each of the two queues of a worker, that of its runs (sticky) and that of all workers, is without a poll for no longer than the tasks in hand
 * take, also where slots have become few and polls of the other queue hold all of them. The queue of all has half of them at most, so that runs
 * which have begun go before those that have not. None is handed out while the gate is shut (R99).
 */
export function workflowSlots({ gate, now }: WorkflowSlotsOptions): WorkflowSlots {
  const pace = createPace(now);
  const begun = new Map<SlotPermit, number>();
  const queue = placesOf({
    limit: () => (gate.isOpen() ? Math.min(MOST, pace.limit()) : 0),
    inHand: () => begun.size,
  });
  let locals = 0;
  const look = () => pace.set(Math.max(0, begun.size - locals));
  const giveBack = (permit: SlotPermit) => {
    if (begun.delete(permit)) pace.ended();
    look();
    queue.giveBack(permit);
  };
  gate.onOpen(queue.handOut);
  return {
    tasks: {
      type: 'custom',
      reserveSlot: ({ isSticky }, signal) =>
        new Promise((resolve, reject) => {
          let given: SlotPermit | undefined;
          const asked: Waiting = { isSticky, resolve: (permit) => resolve((given = permit)) };
          const giveUp = () => {
            // Either it waits still, or it was handed out and whoever asked has not taken it.
            if (given) giveBack(given);
            else queue.leave(asked);
            // The SDK knows its own reason again.
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors
            reject(signal.reason);
          };
          signal.addEventListener('abort', giveUp, { once: true });
          queue.enter(asked);
        }),
      tryReserveSlot: ({ isSticky }) => queue.take(isSticky),
      markSlotUsed({ permit }) {
        begun.set(permit, now());
        look();
      },
      releaseSlot: ({ permit }) => giveBack(permit),
    },
    locals: always((by) => {
      locals += by;
      look();
    }),
    inHand: () => ({ count: begun.size, oldest: now() - Math.min(now(), ...begun.values()) }),
  };
}

/**
 * As many places as there are at the moment: all but one at most for the sticky queue, half at most for that of all; in the order of asking in each.
 * A queue that holds none has one as long as fewer tasks are in hand than there are places.
 */
function placesOf({ limit, inHand }: { readonly limit: () => number; readonly inHand: () => number }) {
  const held = new Map<SlotPermit, boolean>();
  const waiting: Waiting[] = [];
  const take = (isSticky: boolean): SlotPermit | null => {
    const all = limit();
    const most = isSticky ? all - 1 : Math.floor(all / 2);
    const alike = [...held.values()].filter((other) => other === isSticky).length;
    const hasRoom = held.size < all && alike < most;
    if (!hasRoom && (alike > 0 || inHand() >= all)) return null;
    const permit = {};
    held.set(permit, isSticky);
    return permit;
  };
  const leave = (asked: Waiting) => void waiting.splice(waiting.indexOf(asked), 1);
  const handOut = () => {
    for (const asked of waiting.slice()) {
      const permit = take(asked.isSticky);
      if (!permit) continue;
      leave(asked);
      asked.resolve(permit);
    }
  };
  return {
    take,
    handOut,
    leave,
    enter(asked: Waiting) {
      waiting.push(asked);
      handOut();
    },
    giveBack(permit: SlotPermit) {
      held.delete(permit);
      handOut();
    },
  };
}

interface Waiting {
  readonly isSticky: boolean;
  readonly resolve: (permit: SlotPermit) => void;
}

/** Slots for whoever asks; `moved` hears of each that is used and of each used one that is given back. */
function always<Info extends SlotInfo>(moved: (by: 1 | -1) => void): CustomSlotSupplier<Info> {
  const used = new Set<SlotPermit>();
  return {
    type: 'custom',
    reserveSlot: async () => ({}),
    tryReserveSlot: () => ({}),
    markSlotUsed({ permit }) {
      used.add(permit);
      moved(1);
    },
    releaseSlot({ permit }) {
      if (used.delete(permit)) moved(-1);
    },
  };
}
