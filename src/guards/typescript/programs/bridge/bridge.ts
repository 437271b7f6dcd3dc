import type { Channel, Message } from '../channel.ts';
import { type Answering, answeringOf } from './answering.ts';
import { awaitedPromises } from './awaited.ts';
import { codecOf } from './codec.ts';
import { hearingOf } from './hearing.ts';
import { identities } from './identities.ts';
import { linesOf } from './lines.ts';
import { partsOf } from './reading.ts';
import type { Access } from './serve.ts';
import { standInFor } from './stand-in.ts';
import { symbolsOf } from './symbols.ts';
import { pendingNotifications } from './untold.ts';

/**
 * One of the two ends of a program that runs in two processes as if it ran in one: while one end does something, the other waits.
 * Lines: `ask [operation, notifications]`, `turn [milliseconds, notifications]` and
 * `answer [outcome, value, changed arguments, notifications]`.
 */
export interface Bridge extends Answering {
  /** The value that the other end has by this name. */
  askFor(name: string): unknown;
  /**
   * Lets the other end go on with what it does by itself, until it has something to notify or so many milliseconds have passed.
   * Meanwhile it may ask for something here.
   */
  readonly giveTurn: (patience: number) => void;
  /** Whether the other end has promises to keep. */
  readonly isAwaiting: () => boolean;
  /** The milliseconds of a turn that was given to this end. */
  takeTurn(message: Message): number;
  /** Resolves when there is something to tell. */
  readonly notified: () => Promise<void>;
  /** Tells the other end, with the next line, what it has not asked for. */
  readonly tell: (kind: string, value: unknown) => void;
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
  readonly onNotification?: (kind: string, value: unknown) => void;
}

export function bridgeOf(settings: BridgeSettings): Bridge {
  const { channel, prefix, access, refuse, beforeAsking, beforeAnswering, onNotification } = settings;
  const promises = awaitedPromises();
  const untold = pendingNotifications();
  const codec = codecOf({
    identities: identities(prefix),
    symbols: symbolsOf(prefix),
    standIn: (id, shape) => (shape.kind === 'promise' ? promises.promise(id) : standInFor(shape, ask, refuse)),
    watch: untold.watch,
    refuse,
  });
  const lineOf = linesOf(codec, untold, refuse);
  const { hear, outcomeIn } = hearingOf(codec, promises, onNotification);
  const { answer, answerTo } = answeringOf({ codec, lineOf, access, hear, beforeAnswering });

  function ask(operation: readonly unknown[]): unknown {
    beforeAsking?.();
    return outcomeOf('ask', () => [operation.map(codec.encode)]);
  }

  /** What comes of a line; meanwhile the other end may ask for something here. */
  function outcomeOf(word: string, parts: () => readonly unknown[]): unknown {
    channel.send(word, lineOf(parts));
    return outcome();
  }

  function outcome(): unknown {
    for (;;) {
      const message = channel.receive();
      if (message.word === 'answer') return outcomeIn(message);
      channel.send('answer', answerTo(message));
    }
  }

  return {
    askFor(name) {
      channel.send('export', name);
      return outcome();
    },
    answer,
    answerTo,
    tell: untold.tell,
    notified: untold.arrival,
    giveTurn: (patience) => void outcomeOf('turn', () => [patience]),
    isAwaiting: () => promises.size() > 0,
    takeTurn({ payload }) {
      const [patience, notifications] = partsOf(payload);
      hear(notifications);
      return Number(patience);
    },
  };
}
