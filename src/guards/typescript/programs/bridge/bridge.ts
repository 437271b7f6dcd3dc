import type { Channel, Message } from '../channel.ts';
import { codecOf, type Shape } from './codec.ts';
import { identities } from './identities.ts';
import { isArray, listIn, textIn } from './reading.ts';
import { type Access, serve } from './serve.ts';
import { standInFor } from './stand-in.ts';
import { symbolsOf } from './symbols.ts';

/**
 * One of the two ends of a program that runs in two processes as if it ran in one: while one end does something, the other waits.
 * Lines: `ask [operation, news]`, `turn [milliseconds, news]` and `answer [outcome, value, changed arguments, news]`.
 */
export interface Bridge {
  /** The value that the other end has by this name. */
  askFor(name: string): unknown;
  /**
   * Lets the other end go on with what it does by itself, until it has news or so many milliseconds have passed. Meanwhile it may ask
   * for something here.
   */
  readonly giveTurn: (patience: number) => void;
  /** Whether the other end has promises to keep. */
  readonly isAwaiting: () => boolean;
  /** The milliseconds of a turn that was given to this end. */
  takeTurn(message: Message): number;
  /** Resolves when there is something to tell. */
  news(): Promise<void>;
  /** Tells the other end, with the next line, what it has not asked for. */
  tell(kind: string, value: unknown): void;
  /** Does what is asked for; returns the answer. */
  answerTo(message: Message): string;
  /** The answer with this outcome. */
  answer(outcome: () => unknown): string;
}

export interface BridgeSettings {
  readonly channel: Channel;
  /** Begins the ids of this end. */
  readonly prefix: string;
  readonly access: Access;
  /** Throws, or ends the process, for a value that cannot cross. */
  readonly refuse: (why: string) => never;
  readonly beforeAsking?: () => void;
  readonly beforeAnswering?: () => void;
  readonly onNews?: (kind: string, value: unknown) => void;
}

/** Characters of one line, and of one piece of news in it. */
const [MAX_LINE, MAX_NEWS] = [4 * 1024 * 1024, 1024 * 1024];

type News = readonly [kind: string, value: unknown, id: string];

export function bridgeOf(settings: BridgeSettings): Bridge {
  const { channel, prefix, access, refuse, beforeAsking, beforeAnswering, onNews } = settings;
  const promises = new Map<unknown, PromiseWithResolvers<unknown>>();
  let untold: News[] = [];
  let arrival = Promise.withResolvers<void>();

  const codec = codecOf({ identities: identities(prefix), symbols: symbolsOf(prefix), standIn, watch, refuse });

  function standIn(id: string, shape: Shape): object {
    if (shape.kind !== 'promise') return standInFor(shape, ask, refuse);
    const awaited = Promise.withResolvers<unknown>();
    promises.set(id, awaited);
    return awaited.promise;
  }

  function watch(id: string, promise: Promise<unknown>): void {
    promise.then(
      (value: unknown) => tell('resolved', value, id),
      (error: unknown) => tell('rejected', error, id),
    );
  }

  function tell(kind: string, value: unknown, id = ''): void {
    untold.push([kind, value, id]);
    arrival.resolve();
  }

  /** A line of parts, with the news after them. When it cannot be, nothing of it has been told. */
  function lineOf(parts: () => readonly unknown[]): string {
    const news = untold;
    try {
      const line = JSON.stringify([...parts(), news.map(encodeNews)]);
      if (line.length > MAX_LINE) refuse(`${line.length} characters at once; at most ${MAX_LINE} can cross`);
      codec.settle(true);
      untold = untold.slice(news.length);
      if (untold.length === 0) arrival = Promise.withResolvers();
      return line;
    } catch (error) {
      codec.settle(false);
      throw error;
    }
  }

  /** What cannot be told is told as an error. */
  function encodeNews([kind, value, id]: News): readonly unknown[] {
    try {
      const encoded = codec.encode(value);
      if (JSON.stringify(encoded).length > MAX_NEWS) refuse(`more than ${MAX_NEWS} characters of a promise`);
      return [kind, encoded, id];
    } catch (error) {
      return ['rejected', codec.encode(error), id];
    }
  }

  function hear(news: unknown): void {
    for (const [kind, value, id] of listIn(news).map(listIn)) {
      const awaited = promises.get(id);
      promises.delete(id);
      if (kind === 'resolved') awaited?.resolve(codec.decode(value));
      else if (kind === 'rejected') awaited?.reject(codec.decode(value));
      else onNews?.(textIn(kind), codec.decode(value));
    }
  }

  function ask(operation: readonly unknown[]): unknown {
    beforeAsking?.();
    channel.send(
      'ask',
      lineOf(() => [operation.map(codec.encode)]),
    );
    return outcome();
  }

  function outcome(): unknown {
    for (;;) {
      const message = channel.receive();
      if (message.word === 'answer') return outcomeIn(message);
      channel.send('answer', answerTo(message));
    }
  }

  function outcomeIn({ payload }: Message): unknown {
    const [how, value, changed, news] = partsOf(payload);
    listIn(changed).forEach(codec.decode);
    const decoded = codec.decode(value);
    hear(news);
    if (how === 'throw') throw decoded;
    return decoded;
  }

  function answerTo({ payload }: Message): string {
    const [wire, news] = partsOf(payload);
    const operation = listIn(wire).map(codec.decode);
    hear(news);
    return answer(
      () => {
        if (codec.isGiven(operation[1])) return serve(operation, access);
        throw new TypeError('that object was not given');
      },
      () => changedIn(listIn(wire), operation),
    );
  }

  /** What was done may have changed the arguments, of which the other end has copies. */
  function changedIn(wire: readonly unknown[], operation: readonly unknown[]): readonly unknown[] {
    if (operation[0] !== 'call' && operation[0] !== 'construct') return [];
    return wire.flatMap((before, index) => {
      if (!isArray(before) || before[0] === 'yours' || before[0] === 'introduce') return [];
      const after = codec.encode(operation[index]);
      return JSON.stringify(after) === JSON.stringify(before) ? [] : [after];
    });
  }

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
    askFor(name) {
      channel.send('export', name);
      return outcome();
    },
    answer,
    answerTo,
    tell,
    news: () => arrival.promise,
    giveTurn(patience) {
      channel.send(
        'turn',
        lineOf(() => [patience]),
      );
      outcome();
    },
    isAwaiting: () => promises.size > 0,
    takeTurn({ payload }) {
      const [patience, news] = partsOf(payload);
      hear(news);
      return Number(patience);
    },
  };
}

function partsOf(payload: string): readonly unknown[] {
  return listIn(JSON.parse(payload));
}
