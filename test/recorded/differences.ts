import { escaped, type Place, referenceIn } from './references.ts';

/** One place where a recording and what is answered now are not the same. */
export interface Difference {
  /** Of the recording, from 1. */
  readonly line: number;
  /** The exchange, as its title says. */
  readonly title: string;
  /** JSON pointer in its value; left out where the exchanges themselves are others. */
  readonly pointer?: string;
  readonly recorded: string;
  readonly now: string;
}

interface Block extends Place {
  readonly line: number;
  readonly text: string;
}

/**
 * Where two recordings part: of each exchange the first place, in order. Where another exchange was recorded than was made now, that is the
 * last difference told, for what comes after it cannot be compared.
 */
export function differencesOf(recorded: string, now: string): readonly Difference[] {
  const [before, after] = [blocksOf(recorded), blocksOf(now)];
  const found: Difference[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [was, is] = [before[at], after[at]];
    if (was?.title !== is?.title || !was || !is) return [...found, otherExchange(was, is, recorded)];
    const part = was.text === is.text ? undefined : partOf({ before, was, after, is });
    if (part) found.push({ line: was.line, title: was.title, ...part });
  }
  return found;
}

const SHOWN = 5;
const LONGEST = 300;

/** What a person reads: where the first differences are, how many there are, and what to do. */
export function reportOf(name: string, file: string, differences: readonly Difference[]): string {
  const shown = differences
    .slice(0, SHOWN)
    .map(({ line, title, pointer, recorded, now }) =>
      [
        `${file}:${line} ${title}${pointer === undefined ? '' : ` at ${pointer || '/'}`}`,
        `  recorded: ${shortly(recorded, now)}`,
        `  now:      ${shortly(now, recorded)}`,
      ].join('\n'),
    );
  const rest = differences.length > SHOWN ? [`… and ${differences.length - SHOWN} exchanges more.`] : [];
  return [
    `"${name}" is answered otherwise than recorded, in ${differences.length} of its exchanges:`,
    ...shown,
    ...rest,
    `If that is what you want: ./bin/node scripts/record-scenarios.ts ${name}, and a commit that says why.`,
  ].join('\n');
}

function blocksOf(text: string): readonly Block[] {
  let line = 1;
  let at = '';
  return text.split('\n\n').map((block) => {
    const [title = '', ...rest] = block.split('\n');
    if (title.startsWith('# ')) at = title.slice(2);
    const found = { line, at, title, text: rest.join('\n').trimEnd() };
    line += block.split('\n').length + 1;
    return found;
  });
}

function otherExchange(was: Block | undefined, is: Block | undefined, recorded: string): Difference {
  const nothing = 'nothing more';
  return {
    line: was?.line ?? recorded.split('\n').length,
    title: 'another exchange',
    recorded: was?.title ?? nothing,
    now: is?.title ?? nothing,
  };
}

interface Pair {
  readonly before: readonly Block[];
  readonly was: Block;
  readonly after: readonly Block[];
  readonly is: Block;
}

/** Undefined where only the exchange is another that is referred to. */
function partOf({ before, was, after, is }: Pair): Pick<Difference, 'pointer' | 'recorded' | 'now'> | undefined {
  const [one, other] = [whole(JSON.parse(was.text), before), whole(JSON.parse(is.text), after)];
  const pointer = firstPart(one, other);
  if (pointer === undefined) return undefined;
  return { pointer, recorded: shownAt(one, pointer), now: shownAt(other, pointer) };
}

/** With what it refers to. */
function whole(value: unknown, blocks: readonly Block[]): unknown {
  const reference = referenceIn(value);
  if (reference) {
    const block = blocks.find(({ at, title }) => at === reference.at && title === reference.title);
    const told: unknown = block && valueAt(JSON.parse(block.text), reference.pointer);
    return told === undefined ? value : whole(told, blocks);
  }
  if (Array.isArray(value)) return value.map((each) => whole(each, blocks));
  if (!isHolder(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each, blocks)]));
}

/** Pointer of the first place that is not the same; an object whose keys come in another order is not the same either. */
function firstPart(one: unknown, other: unknown): string | undefined {
  if (!isHolder(one) || !isHolder(other) || Array.isArray(one) !== Array.isArray(other)) {
    return one === other ? undefined : '';
  }
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  for (const key of keys) {
    const inner = firstPart(Reflect.get(one, key), Reflect.get(other, key));
    if (inner !== undefined) return `/${escaped(key)}${inner}`;
  }
  return Object.keys(one).join('\n') === Object.keys(other).join('\n') ? undefined : '';
}

function valueAt(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>(
    (holder, key) =>
      isHolder(holder) ? Reflect.get(holder, key.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined,
    value,
  );
}

function shownAt(value: unknown, pointer: string): string {
  return JSON.stringify(valueAt(value, pointer)) ?? 'nothing';
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Of a long text the part where it leaves the other. */
function shortly(text: string, other: string): string {
  if (text.length <= LONGEST) return text;
  const parting = text.split('').findIndex((letter, at) => letter !== other[at]);
  const from = parting < LONGEST / 2 ? 0 : parting - LONGEST / 4;
  return `${from > 0 ? '…' : ''}${text.slice(from, from + LONGEST)}… (${text.length} characters)`;
}
