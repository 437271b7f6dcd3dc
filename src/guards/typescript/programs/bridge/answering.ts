import type { Message } from '../channel.ts';
import type { Codec } from './codec.ts';
import type { LineOf } from './lines.ts';
import { isArray, listIn, partsOf } from './reading.ts';
import { type Access, serve } from './serve.ts';

export interface Answering {
  /** Does what is asked for; returns the answer. */
  readonly answerTo: (message: Message) => string;
  /** The answer with this outcome. */
  readonly answer: (outcome: () => unknown) => string;
}

export interface AnsweringParts {
  readonly codec: Codec;
  readonly lineOf: LineOf;
  readonly access: Access;
  readonly hear: (notifications: unknown) => void;
  readonly beforeAnswering: (() => void) | undefined;
}

export function answeringOf({ codec, lineOf, access, hear, beforeAnswering }: AnsweringParts): Answering {
  function answer(act: () => unknown, changed: () => readonly unknown[] = () => []): string {
    try {
      return answerOf('ok', act(), changed);
    } catch (error) {
      try {
        return answerOf('throw', error, changed);
      } catch (unfit) {
        return answerOf('throw', unfit, () => []);
      }
    }
  }

  function answerOf(how: string, value: unknown, changed: () => readonly unknown[]): string {
    beforeAnswering?.();
    return lineOf(() => [how, codec.encode(value), changed()]);
  }

  return {
    answer: (outcome) => answer(outcome),
    answerTo({ payload }) {
      const [wire, notifications] = partsOf(payload);
      const operation = listIn(wire).map(codec.decode);
      hear(notifications);
      return answer(
        () => {
          if (codec.isGiven(operation[1])) return serve(operation, access);
          throw new TypeError('that object was not given');
        },
        () => changedIn(codec, listIn(wire), operation),
      );
    },
  };
}

/** What was done may have changed the arguments, of which the other end has copies. */
function changedIn(codec: Codec, wire: readonly unknown[], operation: readonly unknown[]): readonly unknown[] {
  if (operation[0] !== 'call' && operation[0] !== 'construct') return [];
  return wire.flatMap((before, index) => {
    if (!isArray(before) || before[0] === 'yours' || before[0] === 'introduce') return [];
    const after = codec.encode(operation[index]);
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [after];
  });
}
