import { type KeptText, MOST_OF_ONE_TEXT, type TextPiece, type Texts } from '../../ports/store/texts.ts';
import { messageOf } from '../../text/message-of.ts';
import { isHighSurrogate } from '../../text/text.ts';
import { boundaryBefore } from '../../text/utf8.ts';

const EVERY = 250;
const QUICK = 1_000;
/** Bytes that one statement takes. */
const MOST_AT_ONCE = 4 * MOST_OF_ONE_TEXT;
/** Texts that are whole and wait for a database that does not take their last piece; the oldest are given up first. */
const MOST_WAITING = 100;

/** Which call writes a text, and which execution of it. */
type TextWriter = Pick<TextPiece, 'runId' | 'token' | 'execution'>;

/** A text that is being made. */
interface GrowingText {
  /** All that there is of it so far. */
  grow(text: string): void;
  /** Nothing more will come; what is not kept yet will be. */
  end(): void;
}

/** The texts that the calls of one worker are making, kept for those who read along. Nothing here fails or slows a call. */
export interface GrowingTexts {
  open(writer: TextWriter): GrowingText;
  /** Keeps what there still is, once. */
  close(): Promise<void>;
}

export interface GrowingTextsOptions {
  readonly store: Pick<Texts, 'keep'>;
  /** Bytes that all texts of the service together may take. */
  readonly room: number;
  readonly tell: (line: string) => void;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** Milliseconds between two statements, and within which an answer is whole that is never kept as it grows. */
  readonly every?: number;
  readonly quick?: number;
}

/** For workers that keep no texts. */
export const NO_TEXTS: GrowingTexts = {
  open: () => ({ grow: () => undefined, end: () => undefined }),
  close: async () => undefined,
};

interface Growing {
  readonly writer: TextWriter;
  readonly begunAt: number;
  text: string;
  /** What of it is kept: characters in UTF-16, and bytes in UTF-8. */
  units: number;
  bytes: number;
  /** Something of it was given to the database. */
  isWritten: boolean;
  /** No more of it is kept. */
  isCut: boolean;
  hasEnded: boolean;
}

/**
 * Four times a second what all texts have grown by goes into one statement. What is waiting is the texts themselves, which their calls hold
 * anyway: a statement that fails is made again with what there is then, so that no offset ever lies. The last piece of a text that has
 * ended is given up once too many wait for a database that is away; its artifact has it.
 */
export function createGrowingTexts(options: GrowingTextsOptions): GrowingTexts {
  const { now, every = EVERY } = options;
  const growing = new Set<Growing>();
  const write = createWriting(options, growing);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function tick(): void {
    for (const one of growing) if (one.hasEnded && !one.isWritten) growing.delete(one);
    if (growing.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    writing ??= write().finally(() => (writing = undefined));
  }

  return {
    open(writer) {
      const begun = { text: '', units: 0, bytes: 0, isWritten: false, isCut: false, hasEnded: false };
      const one: Growing = { writer, begunAt: now(), ...begun };
      growing.add(one);
      timer ??= setInterval(tick, every).unref();
      return {
        grow: (text) => void (one.text = text),
        end: () => void (one.hasEnded = true),
      };
    },
    async close() {
      clearInterval(timer);
      await writing;
      for (const one of growing) one.hasEnded = true;
      await write();
    },
  };
}

/** Makes one statement of what there is to be kept, if anything. Never throws. */
function createWriting({ store, room, tell, now, quick = QUICK }: GrowingTextsOptions, growing: Set<Growing>) {
  let isAway = false;

  function giveUpSome(error: unknown): void {
    const why = messageOf(error);
    if (!isAway)
      tell(`texts under way are not kept, so nobody sees them before they are whole; attempts go on: ${why}`);
    isAway = true;
    const waiting = [...growing].filter(({ hasEnded }) => hasEnded);
    const given = waiting.slice(0, Math.max(0, waiting.length - MOST_WAITING));
    for (const one of given) growing.delete(one);
    if (given.length > 0)
      tell(`the last pieces of ${given.length} texts are not kept as they grew; their artifacts have them`);
  }

  return async (): Promise<void> => {
    const due = dueOf(growing, now() - quick);
    if (due.length === 0) return;
    for (const { one } of due) one.isWritten = true;
    const pieces = due.map(({ piece }) => piece);
    try {
      const kept = await store.keep(pieces, room);
      for (const [at, { one, units, piece }] of due.entries()) {
        take(one, units, piece, kept[at]);
        if (!kept[at] || piece.ended) growing.delete(one);
      }
      if (isAway) tell('texts under way are kept again');
      isAway = false;
    } catch (error) {
      giveUpSome(error);
    }
  };
}

interface Due {
  readonly one: Growing;
  readonly piece: TextPiece;
  /** Where the piece ends, in UTF-16. */
  readonly units: number;
}

/** Those that have begun by then. */
function dueOf(growing: ReadonlySet<Growing>, before: number): readonly Due[] {
  const due: Due[] = [];
  let room = MOST_AT_ONCE;
  for (const one of growing) {
    if (!one.isWritten && (one.hasEnded || one.begunAt > before)) continue;
    const next = nextOf(one);
    if (next.piece.body.length === 0 && !next.piece.ended) continue;
    if (next.piece.body.length > room) break;
    room -= next.piece.body.length;
    due.push(next);
  }
  return due;
}

/** What has come since the last time, up to half a pair: its other half may still come. */
function nextOf(one: Growing): Due {
  const { writer, text, hasEnded } = one;
  const isHalf = !hasEnded && isHighSurrogate(text.charCodeAt(text.length - 1));
  const units = isHalf ? text.length - 1 : text.length;
  const left = one.isCut ? 0 : MOST_OF_ONE_TEXT - one.bytes;
  // A character takes a byte at least, so no more of them can fit.
  const whole = Buffer.from(text.slice(one.units, Math.min(units, one.units + left + 1)));
  const body = whole.subarray(0, boundaryBefore(whole, left));
  const cut = one.isCut || body.length < whole.length;
  return { one, units, piece: { ...writer, place: one.bytes, body, cut, ended: hasEnded } };
}

/** Where other bytes are kept than were sent, as when an answer of the database was lost, it goes on from there. */
function take(one: Growing, units: number, { place, body }: TextPiece, kept: KeptText): void {
  if (!kept) return;
  one.isCut ||= kept.cut;
  one.units = kept.bytes === place + body.length ? units : unitsOf(one.text, kept.bytes);
  one.bytes = kept.bytes;
}

function unitsOf(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}
