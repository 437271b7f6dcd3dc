import type { Codec } from './codec.ts';
import type { News, Untold } from './untold.ts';

/** Characters of one line, and of one piece of news in it. */
const [MAX_LINE, MAX_NEWS] = [4 * 1024 * 1024, 1024 * 1024];

/** Makes a line of parts, with the news after them. When it cannot be, nothing of it has been told. */
export type LineOf = (parts: () => readonly unknown[]) => string;

export function linesOf(codec: Codec, untold: Untold, refuse: (why: string) => never): LineOf {
  return (parts) => {
    const news = untold.all();
    try {
      const line = JSON.stringify([...parts(), news.map((each) => encodeNews(codec, each, refuse))]);
      if (line.length > MAX_LINE) refuse(`${line.length} characters at once; at most ${MAX_LINE} can cross`);
      codec.settle(true);
      untold.told(news.length);
      return line;
    } catch (error) {
      codec.settle(false);
      throw error;
    }
  };
}

/** What cannot be told is told as an error. */
function encodeNews(codec: Codec, [kind, value, id]: News, refuse: (why: string) => never): readonly unknown[] {
  try {
    const encoded = codec.encode(value);
    if (JSON.stringify(encoded).length > MAX_NEWS) refuse(`more than ${MAX_NEWS} characters of a promise`);
    return [kind, encoded, id];
  } catch (error) {
    return ['rejected', codec.encode(error), id];
  }
}
