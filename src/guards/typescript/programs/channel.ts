import { readSync, writeSync } from 'node:fs';

export interface Message {
  readonly word: string;
  readonly payload: string;
}

/**
 * The line to the host: `<key> <word> <payload>` both ways. Every line of the host brings the key of the next line of ours, so what
 * else is printed here is never taken for one.
 */
export interface Channel {
  /** Waits for the next line while nothing else of this process runs; ends the process when none will come. */
  receive(): Message;
  send(word: string, payload: string): void;
}

export function openChannel(): Channel {
  let key = '';
  return {
    receive() {
      const line = readLine();
      if (line === undefined) exit();
      const [first = '', word = ''] = line.split(' ', 2);
      key = first;
      return { word, payload: line.slice(first.length + word.length + 2) };
    },
    send(word, payload) {
      // The line end before it ends what a program may have printed without one.
      writeAll(`\n${key} ${word} ${payload}\n`);
    },
  };
}

/** Kept from before foreign code could replace them. */
const exit: () => never = process.exit.bind(process, 0);
const [read, write] = [readSync, writeSync];
const [never, sleep] = [new Int32Array(new SharedArrayBuffer(4)), Atomics.wait];

const [INPUT, OUTPUT, NEWLINE] = [0, 1, 10];
const chunk = new Uint8Array(64 * 1024);
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let rest = new Uint8Array();

function readLine(): string | undefined {
  const parts: Uint8Array[] = [];
  for (;;) {
    const end = rest.indexOf(NEWLINE);
    if (end !== -1) {
      parts.push(rest.subarray(0, end));
      rest = rest.slice(end + 1);
      return textOf(parts);
    }
    parts.push(rest);
    rest = readSome();
    if (rest.length === 0) return undefined;
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  return parts.map((part, index) => decoder.decode(part, { stream: index < parts.length - 1 })).join('');
}

function readSome(): Uint8Array<ArrayBuffer> {
  return chunk.slice(
    0,
    patiently(() => read(INPUT, chunk)),
  );
}

function writeAll(text: string): void {
  for (let bytes = encoder.encode(text); bytes.length > 0; ) {
    const left = bytes;
    bytes = bytes.subarray(patiently(() => write(OUTPUT, left)));
  }
}

/** A pipe that somebody has made non-blocking refuses now and then. */
function patiently(attempt: () => number): number {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      sleep(never, 0, 0, 1);
    }
  }
}
