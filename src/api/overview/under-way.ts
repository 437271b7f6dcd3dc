import type { TextPosition, TextUnderWay } from '../../ports/store/texts.ts';
import type { ApiContext } from '../dependencies.ts';
import type { Frame } from '../streams/frame.ts';
import type { Reader } from '../streams/tail.ts';
import { BEGINNING } from '../texts/position.ts';

/** The texts under way of one run, for all who follow its overview. */
export interface UnderWay {
  /** What a reader lacks of them, as one piece; undefined: nothing. */
  next(reader: Reader): Promise<Frame | undefined>;
  close(): void;
}

/** What a reader has of each text, by token. */
type Positions = ReadonlyMap<string, TextPosition>;

interface Place {
  positions: Positions;
  /** The newest change with all before it that it has; 0: none. */
  has: number;
}

interface Told {
  readonly texts: readonly TextUnderWay[];
  readonly positions: Positions;
}

/** Reads once for all who are at the same place, when a text has grown. `onChange`: there may be something for everybody. */
export function openUnderWay({ store }: Pick<ApiContext, 'store'>, runId: string, onChange: () => void): UnderWay {
  const places = new WeakMap<Reader, Place>();
  const shared = new Map<string, Promise<Told>>();
  /** Of which it was told since somebody reads; a text that has ended meanwhile has its last piece told too. */
  const grown = new Set<string>();
  let newest = 1;
  const unfollow = store.texts.follow((told) => {
    if (told !== undefined && told.runId !== runId) return;
    if (told) grown.add(told.token);
    newest += 1;
    shared.clear();
    onChange();
  });

  async function read(positions: Positions): Promise<Told> {
    const sought = new Map([...[...grown].map((token) => [token, BEGINNING] as const), ...positions]);
    const found = await store.texts.underWay(runId, sought);
    for (const token of grown) if (!found.some((text) => text.token === token)) grown.delete(token);
    return {
      texts: found.filter(({ body }) => body.length > 0),
      positions: new Map(found.map((text) => [text.token, behind(text)])),
    };
  }

  function readFrom(positions: Positions): Promise<Told> {
    const key = JSON.stringify([...positions]);
    const known = shared.get(key);
    if (known) return known;
    const told = read(positions);
    told.catch(() => shared.delete(key));
    shared.set(key, told);
    return told;
  }

  return {
    async next(reader) {
      const place = places.get(reader) ?? { positions: new Map(), has: 0 };
      places.set(reader, place);
      if (place.has === newest) return undefined;
      const asked = newest;
      const { texts, positions } = await readFrom(place.positions);
      place.positions = positions;
      if (texts.every(({ head, ...text }) => behind({ head, ...text }).offset >= head.bytes)) place.has = asked;
      // No id of its own: where a reader goes on is said by what it has of the log.
      return texts.length === 0 ? undefined : { seq: reader.seq, bytes: Buffer.from(texts.map(messageOf).join('')) };
    },
    close: unfollow,
  };
}

function behind({ head: { generation }, offset, body }: TextUnderWay): TextPosition {
  return { generation, offset: offset + body.length };
}

/** At offset 0 a text begins, anew where something was told of it before. */
function messageOf({ step, epoch, attempt, n, offset, body }: TextUnderWay): string {
  const data = { step, epoch, attempt, n: n ?? null, offset, text: body.toString() };
  return `event: chunk\ndata: ${JSON.stringify(data)}\n\n`;
}
