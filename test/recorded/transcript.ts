import { createOrdinals, type Ordinals } from './ordinals.ts';
import { printed } from './printed.ts';
import { createReferences } from './references.ts';
import { steady } from './steady.ts';

/** What was asked and answered while a scenario was played, as the text that is recorded. */
export interface Transcript {
  readonly ordinals: Ordinals;
  /** A point of the story. */
  point(words: string): void;
  /** One exchange, or another finding, under a line that says what it is. */
  add(title: string, found: Found): void;
  /** Blocks with an empty line between them: a title, and one JSON value below it. */
  text(): string;
}

/** An answer of the API, with what was sent where it was a write; or what was found elsewhere. */
interface Found {
  readonly sent?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function createTranscript(): Transcript {
  const ordinals = createOrdinals();
  const references = createReferences();
  const blocks: string[] = [];
  let at = '';
  const asked = new Map<string, number>();
  /** What is asked again at the same point has another name, so that it can be referred to. */
  const nameOf = (title: string): string => {
    const times = (asked.get(title) ?? 0) + 1;
    asked.set(title, times);
    return times === 1 ? title : `${title} (${times})`;
  };
  return {
    ordinals,
    point(words) {
      at = words;
      asked.clear();
      blocks.push(`# ${words}`);
    },
    add(title, found) {
      const named = nameOf(String(ordinals.told(title)));
      // What is left out is left out, as in JSON.
      const told = steady(named, ordinals.told(JSON.parse(JSON.stringify(found))));
      blocks.push(`${named}\n${printed(references.shortened(told, { at, title: named }))}`);
    },
    text: () => `${blocks.join('\n\n')}\n`,
  };
}
