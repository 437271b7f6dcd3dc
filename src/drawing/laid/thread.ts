import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Boxes, Layout } from '../layout.ts';

/**
 * Milliseconds without a graph after which the thread ends, and with it what it holds of memory. To begin one takes ten times what a small
 * graph takes.
 */
const REST = 10_000;

const THREAD = new URL(`worker${path.extname(import.meta.url)}`, import.meta.url);

interface Asked {
  readonly answer: (layout: Layout | undefined) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Graphviz in a thread of its own, which lays out one graph at a time: the answer must be waited for before the next is sent. It is undefined
 * when that takes longer than `patience`, in milliseconds. The thread holds no process open while it has nothing to do.
 */
export function openThread(): (boxes: Boxes, patience: number) => Promise<Layout | undefined> {
  let thread: Worker | undefined;
  let asked: Asked | undefined;
  let resting: NodeJS.Timeout | undefined;

  const settle = (how: (one: Asked) => void): void => {
    const one = asked;
    asked = undefined;
    if (one) how(one);
  };
  const end = (one: Worker | undefined): void => {
    if (thread === one) thread = undefined;
    void one?.terminate();
  };
  const begin = (): Worker => {
    const begun = new Worker(THREAD);
    const fail = (error: Error): void => {
      if (thread !== begun) return;
      end(begun);
      settle((one) => one.fail(error));
    };
    begun.on('message', (layout: Layout) => {
      // What was given up on may answer after all.
      if (thread === begun) settle((one) => one.answer(layout));
    });
    begun.on('error', fail);
    begun.on('exit', (code) => fail(new Error(`Graphviz ended with ${code} and no answer`)));
    return begun;
  };

  return async (boxes, patience) => {
    clearTimeout(resting);
    const own = (thread ??= begin());
    own.ref();
    const tooLong = setTimeout(() => {
      end(own);
      settle((one) => one.answer(undefined));
    }, patience);
    try {
      return await new Promise((answer, fail) => {
        asked = { answer, fail };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        own.postMessage(boxes);
      });
    } finally {
      clearTimeout(tooLong);
      own.unref();
      resting = setTimeout(() => end(own), REST).unref();
    }
  };
}
