/** A thread that answers each graph it is sent with its layout. */
import { parentPort } from 'node:worker_threads';
import { openGraphviz } from './graphviz.ts';

const layOut = await openGraphviz();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.on('message', (boxes) => parentPort?.postMessage(layOut(boxes)));
