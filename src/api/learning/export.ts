import type { Example, RunFilter, Store } from '../../ports/store.ts';
import { exampleView } from './example-view.ts';

/**
 * The labelled examples as lines of JSON. The first is read before this answers, so that a store that is down is still an answer with
 * a status; the others as they are taken.
 */
export async function examplesOf(store: Store, filter: RunFilter): Promise<AsyncIterable<string>> {
  const examples = store.examples.stream(filter)[Symbol.asyncIterator]();
  return lines(examples, await examples.next());
}

async function* lines(examples: AsyncIterator<Example>, first: IteratorResult<Example>): AsyncGenerator<string> {
  for (let next = first; next.done !== true; next = await examples.next()) {
    yield `${JSON.stringify(exampleView(next.value))}\n`;
  }
}
