import type { CustomSlotSupplier, SlotInfo, SlotPermit } from '@temporalio/worker';
import type { Gate } from '../ports/gate.ts';

/**
 * So many slots for tasks, in the order in which they are asked for, and none while the gate is shut: then a worker begins no poll (R99).
 * Tasks under way keep theirs. A poll that was begun before may still bring a task, for as long as the server holds it (a minute).
 */
export function gatedSlots(size: number, gate: Gate): CustomSlotSupplier<SlotInfo> {
  let free = size;
  const waiting: ((permit: SlotPermit) => void)[] = [];
  const handOut = () => {
    while (free > 0 && gate.isOpen() && waiting.length > 0) {
      free -= 1;
      waiting.shift()?.({});
    }
  };
  const giveBack = () => {
    free += 1;
    handOut();
  };
  gate.onOpen(handOut);
  return {
    type: 'custom',
    reserveSlot: (_, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        const giveUp = () => {
          const place = waiting.indexOf(resolve);
          if (place >= 0) waiting.splice(place, 1);
          // It was handed out, and whoever asked for it has not taken it.
          else giveBack();
          // The SDK knows its own reason again.
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        handOut();
      }),
    tryReserveSlot() {
      if (free === 0 || !gate.isOpen()) return null;
      free -= 1;
      return {};
    },
    markSlotUsed: () => undefined,
    releaseSlot: giveBack,
  };
}
