/** An exchange of a recording: the point of the story, and what was asked. */
export interface Place {
  readonly at: string;
  readonly title: string;
}

/** Where a value was told in full. */
export interface Reference extends Place {
  readonly pointer: string;
}

/** Tells once what is told again and again, so that a recording can be read: most of what a run shows stays the same while it goes on. */
export interface References {
  /** The value with references in place of the parts that were told before, here or in earlier exchanges. */
  shortened(value: unknown, place: Place): unknown;
}

/** What is shorter as JSON is told each time. */
const SHORT = 160;
const MARK = '= ';

export function createReferences(): References {
  const seen = new Map<string, Reference>();

  function shortened(value: unknown, place: Reference): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    if (text.length > SHORT) {
      const before = seen.get(text);
      if (before) return `${MARK}${before.at} | ${before.title} | ${before.pointer}`;
      seen.set(text, place);
    }
    if (Array.isArray(value)) return value.map((each, index) => shortened(each, below(place, String(index))));
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each, below(place, key))]));
  }

  return { shortened: (value, place) => shortened(value, { ...place, pointer: '' }) };
}

/** The reference that a value of a recording is; undefined for all others. */
export function referenceIn(value: unknown): Reference | undefined {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return undefined;
  const [at, title, pointer] = value.slice(MARK.length).split(' | ');
  return at === undefined || title === undefined || pointer === undefined ? undefined : { at, title, pointer };
}

function below(place: Reference, key: string): Reference {
  return { ...place, pointer: `${place.pointer}/${escaped(key)}` };
}

export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
