import type { Message } from '../channel.ts';
import type { Awaited } from './awaited.ts';
import type { Codec } from './codec.ts';
import { listIn, partsOf, textIn } from './reading.ts';

export interface Hearing {
  readonly hear: (notifications: unknown) => void;
  /** What an answer says: returns what the other end has returned, throws what it has thrown. */
  readonly outcomeIn: (message: Message) => unknown;
}

/** Takes in what the other end tells. `onNotification`: what is not about a promise. */
export function hearingOf(
  { decode }: Codec,
  promises: Awaited,
  onNotification: ((kind: string, value: unknown) => void) | undefined,
): Hearing {
  function hear(notifications: unknown): void {
    for (const [kind, value, id] of listIn(notifications).map(listIn)) {
      const awaited = promises.take(id);
      if (kind === 'resolved') awaited?.resolve(decode(value));
      else if (kind === 'rejected') awaited?.reject(decode(value));
      else onNotification?.(textIn(kind), decode(value));
    }
  }

  return {
    hear,
    outcomeIn({ payload }) {
      const [how, value, changed, notifications] = partsOf(payload);
      listIn(changed).forEach(decode);
      const decoded = decode(value);
      hear(notifications);
      if (how === 'throw') throw decoded;
      return decoded;
    },
  };
}
