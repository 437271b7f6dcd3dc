/** A thread that lays out the one graph it is started with, answers with its layout and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { openGraphviz } from './graphviz.ts';

const layOut = await openGraphviz();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(layOut(workerData));
