/** A question in words, and the structured values that its template has put into it, each as JSON. */
export interface Asked {
  readonly words: string;
  readonly values: readonly string[];
}

/** Units of a question that are read, and places in it where a value may begin. */
const MOST = { units: 16_384, places: 50 };
/** A list that is shorter stays among the words. */
const SHORT = 40;

/** Takes the values out of a question; an ellipsis is left where one stood among words. */
export function askedIn(question: string): Asked {
  const words: string[] = [];
  const values: string[] = [];
  let from = 0;
  const places = [...question.slice(0, MOST.units).matchAll(/[[{]/g)].slice(0, MOST.places);
  for (const { index } of places) {
    if (index < from) continue;
    const written = question.slice(index, endOf(question, index));
    const value = valueIn(written);
    if (value === undefined) continue;
    words.push(question.slice(from, index));
    values.push(value);
    from = index + written.length;
  }
  if (values.length === 0) return { words: question, values };
  const parts = [...words, question.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
  const said = parts.join(' … ').replaceAll(/ … (?=[?.!,;:)])/g, ' …');
  return { words: /[\p{L}\p{N}]/u.test(said) ? said : 'What do you say to this?', values };
}

/** Where what opens there is closed; where it opens if nothing closes it. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (const { 0: token, index } of text.slice(from, from + MOST.units).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return from + index + 1;
  }
  return from;
}

/** In lines, where that loses nothing of how it is written; undefined of what is no value, or reads well among words. */
function valueIn(written: string): string | undefined {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
    if (Array.isArray(value) && written.length < SHORT) return undefined;
    return JSON.stringify(value) === written ? JSON.stringify(value, null, 2) : written;
  } catch {
    return undefined;
  }
}
