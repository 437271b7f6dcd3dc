import { createFrameReader, type Frame } from '../../../src/client/sse.ts';
import { until } from '../../support/until.ts';

/** Somebody who reads a text along. */
export interface TextReader {
  readonly status: number;
  readonly frames: readonly Frame[];
  /** What it shows now: each chunk at its byte, from the beginning again after a reset. */
  shown(): string;
  /** Once the stream is over; answers the data of its `end`. */
  over(): Promise<unknown>;
  until(what: string, isSo: () => boolean): Promise<void>;
  leave(): void;
}

/** Reads the stream at an address, from an id on. `before`: what it has already. */
export async function readText(url: string, id?: string, before = ''): Promise<TextReader> {
  const leaving = new AbortController();
  const headers = { accept: 'text/event-stream', ...(id !== undefined && { 'last-event-id': id }) };
  const response = await fetch(url, { headers, signal: leaving.signal });
  const frames: Frame[] = [];
  const take = createFrameReader();
  const over = (async () => {
    const text = response.body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream<string>();
    for await (const piece of text) frames.push(...take(piece));
  })();
  over.catch(() => undefined);
  return {
    status: response.status,
    frames,
    shown: () => shownBy(frames, before),
    async over() {
      await over;
      const last = frames.at(-1);
      if (last?.event !== 'end') throw new Error(`The stream ended with ${last?.event}.`);
      return JSON.parse(last.data);
    },
    until: async (what, isSo) => void (await until(what, () => (isSo() ? true : undefined))),
    leave: () => leaving.abort(),
  };
}

export function shownBy(frames: readonly Frame[], before = ''): string {
  let bytes = Buffer.from(before);
  for (const { event, data } of frames) {
    const { offset, text = '' } = JSON.parse(data);
    if (event === 'reset') bytes = Buffer.alloc(0);
    if (event !== 'chunk') continue;
    if (offset > bytes.length) throw new Error(`A chunk at ${offset} leaves a hole after ${bytes.length}.`);
    bytes = Buffer.concat([bytes.subarray(0, offset), Buffer.from(text)]);
  }
  return bytes.toString();
}
