import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Figure, plain } from '../figure.ts';
import { laned } from '../harness/definitions.ts';
import type { Rest } from '../harness/rest.ts';

/** A large graph as a drawing, and who else waits for it. */
export const drawing: Figure = {
  number: 24,
  name: 'drawing',
  title: 'A graph of 500 steps as SVG',
  async *measure(bench) {
    const { rest, client } = await bench.ground();
    const document = laned('bench-drawing', { steps: 500, lanes: 10, attempts: 1 });
    await rest.publish(document);
    const id = await rest.start(document.name);
    await client.workflow.getHandle(id).result();
    const path = `/v1/runs/${id}/graph?format=svg`;
    // What the service does for a run that has just ended is over then.
    await longestOf(rest, AbortSignal.timeout(SETTLING));
    const undisturbed = await longestOf(rest, AbortSignal.timeout(UNDISTURBED));
    yield plain(
      'the longest that a request waits with nothing drawn',
      undisturbed,
      ' ms',
      '`/healthz`, again and again',
    );
    const over = new AbortController();
    const others = longestOf(rest, over.signal);
    const first = await rest.read(path);
    over.abort();
    const size = `${(first.bytes / 1024).toFixed(0)} KiB`;
    yield plain('the first drawing', first.all, ' ms', size);
    yield atMost(
      'the longest that another request waited meanwhile',
      await others,
      50,
      ' ms',
      '`/healthz`, again and again',
    );
    const again = await rest.read(path);
    const isSame = again.etag === first.etag ? 'the same etag' : 'another etag';
    yield atMost(
      'the second drawing ÷ the first',
      again.all / first.all,
      0.5,
      '×',
      `${again.all.toFixed(0)} ms, ${isSame}`,
    );
  },
};

/** Milliseconds. */
const SETTLING = 5_000;
const UNDISTURBED = 2_000;

/** Milliseconds of the slowest of many small requests, one after the other. */
async function longestOf(rest: Rest, over: AbortSignal): Promise<number> {
  // Connected and warm.
  await rest.read('/healthz');
  let longest = 0;
  while (!over.aborted) {
    longest = Math.max(longest, (await rest.read('/healthz')).all);
    await wait(2);
  }
  return longest;
}
