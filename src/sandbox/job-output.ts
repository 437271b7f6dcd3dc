import { createDeferred } from '../text/node-20.ts';

const NEWLINE = 10;

/** What a job writes to one of its two outputs: at most `limit` bytes are kept, so what nobody takes needs no back-pressure. */
export interface JobOutput {
  /** False from the byte on that is one too many. */
  take(chunk: Buffer): boolean;
  /** No more will come. */
  end(): void;
  /** The lines as they come; a last one without a line end counts. Only once. */
  lines(): AsyncIterable<string>;
  /** All of it, or nothing once `lines` was asked for. */
  text(): string;
}

export function jobOutput(limit: number): JobOutput {
  const whole: string[] = [];
  let part: Buffer[] = [];
  let room = limit;
  let ended = false;
  let taken = false;
  let change = createDeferred<void>();

  function tell(): void {
    change.resolve();
    change = createDeferred();
  }

  function partText(): string {
    return Buffer.concat(part).toString();
  }

  function split(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      part.push(chunk.subarray(from, at));
      whole.push(partText());
      part = [];
      from = at + 1;
    }
    if (from < chunk.length) part.push(chunk.subarray(from));
  }

  async function* lines(): AsyncGenerator<string> {
    for (let next = 0; ; ) {
      const line = whole[next];
      if (line !== undefined) {
        next += 1;
        yield line;
      } else if (ended) break;
      else await change.promise;
    }
    if (part.length > 0) yield partText();
  }

  return {
    take(chunk) {
      const fits = chunk.length <= room;
      split(fits ? chunk : chunk.subarray(0, room));
      room -= Math.min(chunk.length, room);
      tell();
      return fits;
    },
    end() {
      ended = true;
      tell();
    },
    lines() {
      if (taken) throw new Error('The lines of a job can be taken once.');
      taken = true;
      return lines();
    },
    text: () => (taken ? '' : [...whole, partText()].join('\n')),
  };
}
