/** Replaces what is another each time that a run is played, so that two recordings of the same behaviour are the same text. */
export interface Ordinals {
  /**
   * The same value with ids as `run-1`, `art-2` by first sight, instants as `time`, measured durations as `milliseconds` or
   * `duration`, and digests of what holds any of these as `digest-1`. Everything else stays as it is, the order of keys too.
   */
  told(value: unknown): unknown;
  /** Tells of a text and its digest: where the text is another each time, so is the digest. */
  saw(text: string, digest: string): void;
}

const ID = /(run|art|rdr)_(?:[0-9a-z]{29,40}|[0-9a-f]{26})(?![0-9a-z])/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Events tell some instants in milliseconds; no count is as large. */
const FIRST_INSTANT = Date.UTC(2020);
const DIGEST = /sha256:[0-9a-f]{64}/g;
/** Milliseconds that something took. */
const MEASURED: ReadonlySet<string> = new Set(['durationMs', 'activeMs']);
/** Amounts by the names of the limits; of time there is what has passed. */
const AMOUNTS: ReadonlySet<string> = new Set(['used', 'remaining']);
/** Stands for a whole view, with its ids and times. */
const STANDS_FOR_A_VIEW = 'shown';

export function createOrdinals(): Ordinals {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const unsteady = new Set<string>();

  function nameOf(kind: string, value: string): string {
    const known = names.get(value);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(value, `${kind}-${count}`);
    return `${kind}-${count}`;
  }

  function textOf(text: string): string {
    return text
      .replaceAll(ID, (id, kind: string) => nameOf(kind, id))
      .replaceAll(INSTANT, 'time')
      .replaceAll(DIGEST, (digest) => (unsteady.has(digest) ? nameOf('digest', digest) : digest));
  }

  function fieldOf(key: string, value: unknown, holder: string): unknown {
    if (MEASURED.has(key) && typeof value === 'number') return 'milliseconds';
    if (key === 'maxDuration' && AMOUNTS.has(holder)) return 'duration';
    if (key === STANDS_FOR_A_VIEW && typeof value === 'string') return nameOf('view', value);
    return toldIn(value, key);
  }

  function toldIn(value: unknown, key: string): unknown {
    if (typeof value === 'string') return textOf(value);
    if (typeof value === 'number') return value > FIRST_INSTANT ? 'time' : value;
    if (Array.isArray(value)) return value.map((each) => toldIn(each, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [textOf(name), fieldOf(name, each, key)]));
  }

  return {
    told: (value) => toldIn(value, ''),
    saw(text, digest) {
      if (isUnsteady(text)) unsteady.add(digest);
    },
  };
}

function isUnsteady(text: string): boolean {
  return [ID, INSTANT].some((pattern) => text.search(pattern) !== -1) || /"(?:durationMs|activeMs)":/.test(text);
}
