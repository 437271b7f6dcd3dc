import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import { type AttemptText, MOST_OF_ONE_TEXT, type TextHead, type TextPosition } from '../../ports/store/texts.ts';
import { boundaryBefore } from '../../text/utf8.ts';
import type { ApiContext } from '../dependencies.ts';
import type { Frame } from '../streams/frame.ts';
import { idOf } from './position.ts';

/** Bytes of text in one event, and of one read. */
const IN_ONE = 16 * 1024;
const AT_ONCE = 256 * 1024;

/** What a reader at some place is sent next. */
export interface TextPage {
  readonly frames: readonly Frame[];
  /** Where it is then. */
  readonly position: TextPosition;
  /** There is no more yet. */
  readonly isAll: boolean;
  /** There will be no more. */
  readonly isOver: boolean;
  /** The attempt is over, but whoever made it has not said its last. */
  readonly isUnsettled?: true;
}

interface Attempt {
  readonly runId: string;
  readonly token: string;
}

interface Asked {
  readonly isRunOver: boolean;
  readonly isPatient: boolean;
}

/** The answer as it was made, which is what was seen as it came. */
interface Whole {
  readonly body: Buffer;
  readonly cut: boolean;
  /** Of its own where it does not go on from what was kept: another execution has made it, or something else than a model. */
  readonly generation: number;
}

/**
 * Reads one attempt's text from wherever a reader is. While it grows it is what its worker keeps; once the answer is stored it is that,
 * so that nobody who reads along depends on the last piece, and whoever comes later reads the same bytes.
 */
export function createTextPages({ store }: Pick<ApiContext, 'store'>, { runId, token }: Attempt) {
  let whole: Promise<Whole> | undefined;

  async function wholeOf(
    { digest, answerDigest = digest }: ArtifactRecord,
    head: TextHead | undefined,
  ): Promise<Whole> {
    const [texts, kept] = await Promise.all([store.contents.get([answerDigest]), store.texts.whole(runId, token)]);
    const body = Buffer.from(texts.get(answerDigest) ?? '');
    const goesOn = body.subarray(0, kept.length).equals(kept);
    const end = boundaryBefore(body, MOST_OF_ONE_TEXT);
    const generation = (head?.generation ?? 1) + (goesOn ? 0 : 1);
    return { body: body.subarray(0, end), cut: end < body.length, generation };
  }

  async function ended(from: TextPosition, { artifact, part }: AttemptText, record: ArtifactRecord): Promise<TextPage> {
    if (part?.head.gone) return closed(from, artifact, true, []);
    whole ??= wholeOf(record, part?.head);
    const { body, cut, generation } = await whole;
    const isIn = from.generation === generation && from.offset <= body.length;
    const start = boundaryBefore(body, isIn ? from.offset : 0);
    const end = boundaryBefore(body, start + AT_ONCE);
    const { frames, position } = framed(from, { generation, offset: start }, body.subarray(start, end));
    if (end < body.length) return { frames, position, isAll: false, isOver: false };
    return closed(position, artifact, cut, frames);
  }

  /** `isRunOver`: so is every attempt. `isPatient`: of one that is over the last words are waited for. */
  return async (from: TextPosition, { isRunOver, isPatient }: Asked): Promise<TextPage> => {
    const found = await store.texts.read(runId, token, from);
    if (!found) return { frames: [], position: from, isAll: true, isOver: true };
    const { status, artifact, part } = found;
    if (artifact) return ended(from, found, artifact);
    const isOver = isRunOver || status !== 'pending';
    if (!part || part.head.gone) return isOver ? closed(from, undefined, part !== undefined, []) : nothingAt(from);
    const { head, offset, body } = part;
    const { frames, position } = framed(from, { generation: head.generation, offset }, body);
    const isAll = position.offset >= head.bytes;
    if (!isOver || !isAll) return { frames, position, isAll, isOver: false };
    if (isPatient && !head.ended) return { frames, position, isAll, isOver: false, isUnsettled: true };
    return closed(position, undefined, head.cut, frames);
  };
}

function nothingAt(position: TextPosition): TextPage {
  return { frames: [], position, isAll: true, isOver: false };
}

/** `cut`: there is more of it than was told. */
function closed(
  position: TextPosition,
  artifact: ArtifactRecord | undefined,
  cut: boolean,
  before: readonly Frame[],
): TextPage {
  const end = { finishReason: artifact?.finishReason ?? null, artifactId: artifact?.id ?? null, ...(cut && { cut }) };
  return { frames: [...before, frameOf('end', position, end)], position, isAll: true, isOver: true };
}

/** A text as events, after one that sends a reader back to the beginning where what it has read is of no account any more. */
function framed(from: TextPosition, start: TextPosition, body: Buffer): Pick<TextPage, 'frames' | 'position'> {
  const { generation } = start;
  const isBack = from.generation !== generation || from.offset > start.offset + 3;
  const frames: Frame[] = isBack && from.offset > 0 ? [frameOf('reset', { generation, offset: 0 }, { offset: 0 })] : [];
  let offset = start.offset;
  for (let at = 0; at < body.length; ) {
    const end = boundaryBefore(body, at + IN_ONE);
    const text = body.toString('utf8', at, end);
    frames.push(frameOf('chunk', { generation, offset: start.offset + end }, { offset, text }));
    offset = start.offset + end;
    at = end;
  }
  return { frames, position: { generation, offset } };
}

/** `position`: where whoever has it goes on. */
function frameOf(event: 'chunk' | 'reset' | 'end', position: TextPosition, data: object): Frame {
  const text = `id: ${idOf(position)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return { seq: position.offset, bytes: Buffer.from(text) };
}
