import { randomBytes } from 'node:crypto';
import type { Running } from '../../sandbox/sandbox.ts';

export interface Message {
  readonly word: string;
  readonly payload: string;
}

/** A program of ours in a sandbox, perhaps with foreign code beside it. */
export interface Peer {
  /** Says something, with a new key for what is to come back. */
  say(word: string, payload: string): void;
  /** What it says next; undefined when it has ended. What does not begin with the key is somebody else's and is passed over. */
  hear(): Promise<Message | undefined>;
}

/** Takes the lines of the job. */
export function peerOf(running: Running): Peer {
  const lines = running.lines()[Symbol.asyncIterator]();
  let key = '';
  return {
    say(word, payload) {
      key = randomBytes(12).toString('base64url');
      running.send(`${key} ${word} ${payload}`);
    },
    async hear() {
      for (;;) {
        const next = await lines.next();
        if (next.done === true) return undefined;
        if (next.value.startsWith(`${key} `)) return messageIn(next.value.slice(key.length + 1));
      }
    },
  };
}

function messageIn(line: string): Message {
  const [word = ''] = line.split(' ', 1);
  return { word, payload: line.slice(word.length + 1) };
}
