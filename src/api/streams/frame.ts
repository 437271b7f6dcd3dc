import type { Event } from '../../model/event.ts';
import { eventView } from '../inspection/event-view.ts';

/** An event as every stream sends it, written once for all of them. */
export interface Frame {
  readonly seq: number;
  readonly bytes: Buffer;
}

export function frameOf(runId: string, event: Event): Frame {
  const view = eventView(runId, event);
  const text = `id: ${view.seq}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
  return { seq: view.seq, bytes: Buffer.from(text) };
}

export function bytesOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Bytes that are written at once. */
const PIECE = 16 * 1024;

/** The frames in pieces to be written at once: as many as fit, or one that does not. */
export function piecesOf(frames: readonly Frame[]): readonly (readonly Frame[])[] {
  const pieces: Frame[][] = [];
  let room = 0;
  for (const frame of frames) {
    const piece = pieces.at(-1);
    if (piece && frame.bytes.length <= room) piece.push(frame);
    else pieces.push([frame]);
    room = (piece === pieces.at(-1) ? room : PIECE) - frame.bytes.length;
  }
  return pieces;
}
