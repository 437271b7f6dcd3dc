/**
 * Patterns with look-ahead and look-behind, in time that grows with the text times the pattern.
 *
 * A look-around is computed for every position of the text before what surrounds it: whether `A` of `(?=A)` matches from a position on is
 * found by one pass from the end of the text to its beginning over the reversed `A`. The pattern itself then treats `(?=A)` as an assertion
 * like `^`. Nothing backtracks. The meaning is that of a JavaScript regular expression with the flag `u`; single characters and classes are
 * compared by JavaScript itself, one code point at a time.
 */
export interface LookAround {
  /** Instructions of all its programs: what each character of a text may cost. */
  readonly size: number;
  test(text: string): boolean;
  /** The first match, as JavaScript finds it; `start` in UTF-16 units. */
  find(text: string): { readonly start: number; readonly text: string } | undefined;
}

/** Why a pattern cannot be run in linear time; the message says what to write. */
class NotLinear extends Error {
  override readonly name = 'NotLinear';
}

/** Compiles a pattern of JavaScript, of Pydantic or of Python. Flags `i`, `m`, `s`. Throws `NotLinear`. */
export function compileLookAround(source: string, flags = ''): LookAround {
  const parser = new Parser(source, flags);
  const whole = parser.parse();
  const ahead = compile(reversed(whole), parser.looks);
  const forward = compile(whole, parser.looks);
  return {
    size: [ahead, ...parser.looks.map(({ program }) => program)].reduce((sum, { length }) => sum + length, 0),
    test: (text) => run(parser.looks, ahead, codePointsOf(text)).some((holds) => holds),
    find(text) {
      const points = codePointsOf(text);
      const start = run(parser.looks, ahead, points).indexOf(true);
      if (start < 0) return undefined;
      const end = endOf(forward, points, start, tablesOf(parser.looks, points));
      const before = points.slice(0, start).join('').length;
      return { start: before, text: points.slice(start, end).join('') };
    },
  };
}

type Node =
  | { readonly kind: 'char'; readonly is: (character: string) => boolean }
  | { readonly kind: 'cat'; readonly parts: readonly Node[] }
  | { readonly kind: 'or'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number; readonly lazy: boolean }
  | { readonly kind: 'at'; readonly holds: (points: readonly string[], at: number) => boolean }
  | { readonly kind: 'look'; readonly index: number; readonly negate: boolean };

/** A look-around; those within it come before it. */
interface Look {
  readonly direction: 'ahead' | 'behind';
  readonly program: Program;
}

const EMPTY: Node = { kind: 'cat', parts: [] };
const NEWLINES = '\\n\\r\\u2028\\u2029';

class Parser {
  readonly looks: Look[] = [];
  readonly #source: readonly string[];
  #at = 0;
  #flags: string;

  constructor(source: string, flags: string) {
    this.#source = codePointsOf(source);
    this.#flags = flags;
  }

  parse(): Node {
    const leading = /^\(\?([ims]+)\)/.exec(this.#source.slice(0, 8).join(''));
    if (leading?.[1] !== undefined) {
      this.#flags += leading[1];
      this.#at = leading[0].length;
    }
    const whole = this.#alternatives();
    if (this.#at < this.#source.length) throw this.#refused('there is a ")" without its "("');
    return whole;
  }

  #alternatives(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'or', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !this.#sees('|') && !this.#sees(')')) parts.push(this.#quantified());
    return { kind: 'cat', parts };
  }

  #quantified(): Node {
    const node = this.#atom();
    const bounds = this.#quantifier();
    if (bounds === undefined) return node;
    const [min, max] = bounds;
    if (node.kind === 'at' || node.kind === 'look')
      throw this.#refused('a quantifier stands behind an assertion, which has no length');
    const lazy = this.#take('?');
    if (this.#sees('+'))
      throw this.#refused('possessive quantifiers are not supported: write the quantifier without the second "+"');
    if (this.#quantifier() !== undefined) throw this.#refused('there is nothing to repeat');
    return { kind: 'repeat', node, min, max, lazy };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    const rest = this.#source.slice(this.#at, this.#at + 24).join('');
    const [written, min, comma, max] = /^\{(\d{1,9})(?:(,)(\d{0,9}))?\}/.exec(rest) ?? [];
    if (written === undefined) return undefined;
    this.#at += written.length;
    const least = Number(min);
    const most = comma === undefined ? least : max === '' || max === undefined ? Infinity : Number(max);
    if (most < least) throw this.#refused(`the bounds of ${written} run backwards`);
    return [least, most];
  }

  #atom(): Node {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return this.#character(this.#flags.includes('s') ? '[^]' : `[^${NEWLINES}]`);
      case '^':
        return this.#flags.includes('m') ? lineStart : textStart;
      case '$':
        return this.#flags.includes('m') ? lineEnd : textEnd;
      case '*':
      case '+':
      case '?':
        throw this.#refused('there is nothing to repeat');
      default:
        return this.#literal(character);
    }
  }

  #group(): Node {
    const look = ['?=', '?!', '?<=', '?<!'].find((start) => this.#takeText(start));
    if (look === undefined) this.#groupStart();
    const outer = this.#flags;
    const node = this.#alternatives();
    this.#flags = outer;
    if (!this.#take(')')) throw this.#refused('a "(" has no ")"');
    if (look === undefined) return node;
    const direction = look.startsWith('?<') ? 'behind' : 'ahead';
    // Ahead is found from the end to the beginning.
    const program = compile(direction === 'ahead' ? reversed(node) : node, this.looks);
    this.looks.push({ direction, program });
    return { kind: 'look', index: this.looks.length - 1, negate: look.endsWith('!') };
  }

  #groupStart(): void {
    if (!this.#take('?')) return;
    if (this.#take(':')) return;
    if (this.#take('>')) throw this.#refused('atomic groups "(?>" are not supported: write "(?:"');
    if (this.#sees('(')) throw this.#refused('conditions "(?(" are not supported: write the alternatives out');
    const rest = this.#source.slice(this.#at, this.#at + 100).join('');
    const [name] = /^P?<[\p{L}_$][\p{L}\p{N}_$]*>/u.exec(rest) ?? [];
    const [flags, set] = /^([ims]+):/.exec(rest) ?? [];
    const opening = name ?? flags;
    if (opening === undefined)
      throw this.#refused(`"(?${rest.slice(0, 2)}" is no group that is supported: write "(?:"`);
    this.#at += codePointsOf(opening).length;
    if (set !== undefined) this.#flags += set;
  }

  #class(): Node {
    let written = this.#take('^') ? '[^' : '[';
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) throw this.#refused('a "[" has no "]"');
      const character = this.#next();
      written += character === '\\' ? this.#escaped() : character === '[' ? '\\[' : character;
    }
    return this.#character(`${written}]`);
  }

  #escape(): Node {
    if (this.#take('b')) return this.#wordEdge(false);
    if (this.#take('B')) return this.#wordEdge(true);
    if (this.#take('A')) return textStart;
    if (this.#take('Z') || this.#take('z')) return textEnd;
    return this.#character(this.#escaped());
  }

  /** What stands behind a backslash, as JavaScript takes it with the flag `u`. */
  #escaped(): string {
    const rest = this.#source.slice(this.#at, this.#at + 60).join('');
    if (/^(?:[1-9]|k<)/.test(rest))
      throw this.#refused('back-references are not supported: write out what is repeated');
    const [written] =
      /^(?:[dDwWsSfnrtv]|0(?!\d)|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\}|[pP]\{[\w=]+\})/.exec(
        rest,
      ) ?? [];
    if (written !== undefined) {
      this.#at += written.length;
      return `\\${written}`;
    }
    if (/^[A-Za-z]/.test(rest)) throw this.#refused(`"\\${rest[0]}" is no escape that is known`);
    const character = this.#next();
    if (character === '') throw this.#refused('a "\\" ends the pattern');
    return hexOf(character);
  }

  #literal(character: string): Node {
    return this.#flags.includes('i')
      ? this.#character(hexOf(character))
      : { kind: 'char', is: (other) => other === character };
  }

  #wordEdge(negate: boolean): Node {
    const { is } = this.#character('\\w');
    const holds = (points: readonly string[], at: number) =>
      ((at > 0 && is(points[at - 1] ?? '')) !== (at < points.length && is(points[at] ?? ''))) !== negate;
    return { kind: 'at', holds };
  }

  /** A class or an escape that stands for one code point. */
  #character(written: string): Extract<Node, { kind: 'char' }> {
    const expression = this.#native(written);
    // Of each ASCII character the answer is kept: 0 unknown, 1 no, 2 yes.
    const known = new Uint8Array(128);
    const is = (character: string) => {
      const code = character.length === 1 ? character.charCodeAt(0) : 128;
      if (code >= 128) return expression.test(character);
      known[code] ||= expression.test(character) ? 2 : 1;
      return known[code] === 2;
    };
    return { kind: 'char', is };
  }

  #native(written: string): RegExp {
    try {
      return new RegExp(`^${written}$`, this.#flags.includes('i') ? 'iu' : 'u');
    } catch {
      throw this.#refused(`"${written}" cannot be read`);
    }
  }

  #next(): string {
    const character = this.#source[this.#at] ?? '';
    this.#at += 1;
    return character;
  }

  #sees(character: string): boolean {
    return this.#source[this.#at] === character;
  }

  #take(character: string): boolean {
    const isThere = this.#sees(character);
    if (isThere) this.#at += 1;
    return isThere;
  }

  #takeText(text: string): boolean {
    const isThere = this.#source.slice(this.#at, this.#at + text.length).join('') === text;
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #refused(why: string): NotLinear {
    return new NotLinear(`${why} (at character ${this.#at})`);
  }
}

const isNewline = (character: string | undefined) => character !== undefined && /[\n\r\u2028\u2029]/.test(character);
const textStart: Node = { kind: 'at', holds: (_points, at) => at === 0 };
const textEnd: Node = { kind: 'at', holds: (points, at) => at === points.length };
const lineStart: Node = { kind: 'at', holds: (points, at) => at === 0 || isNewline(points[at - 1]) };
const lineEnd: Node = { kind: 'at', holds: (points, at) => at === points.length || isNewline(points[at]) };

function hexOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function codePointsOf(text: string): readonly string[] {
  return Array.from(text);
}

/** The same pattern for a text that is read from its end to its beginning; assertions look at positions, so they stay. */
function reversed(node: Node): Node {
  if (node.kind === 'cat') return { kind: 'cat', parts: node.parts.map(reversed).toReversed() };
  if (node.kind === 'or') return { kind: 'or', parts: node.parts.map(reversed) };
  if (node.kind === 'repeat') return { ...node, node: reversed(node.node) };
  return node;
}

/** Each instruction goes on with the next one unless it says where; the first way of a `split` is preferred. */
type Instruction = Extract<Node, { kind: 'char' | 'at' | 'look' }> | Split | { readonly kind: 'match' };

/** `to` is set once what it leads to has been written. */
interface Split {
  readonly kind: 'split';
  to: readonly number[];
}

type Program = readonly Instruction[];

/** What a repetition within a repetition may grow to. */
const MOST_INSTRUCTIONS = 20_000;

function tooLarge(): NotLinear {
  return new NotLinear('its repetitions are too large: write smaller bounds, or a length in the schema (maxLength)');
}

function compile(whole: Node, looks: readonly Look[]): Program {
  const program: Instruction[] = [];
  const size = looks.reduce((sum, look) => sum + look.program.length, 0);
  const add = (instruction: Instruction): number => {
    if (program.length + size > MOST_INSTRUCTIONS) throw tooLarge();
    return program.push(instruction) - 1;
  };
  let visits = 0;
  const emit = (node: Node): void => {
    visits += 1;
    // What is empty adds nothing however often it is repeated.
    if (visits > MOST_INSTRUCTIONS * 4) throw tooLarge();
    if (node.kind === 'cat') node.parts.forEach(emit);
    else if (node.kind === 'or') emitChoice(node.parts);
    else if (node.kind === 'repeat') emitRepeat(node);
    else add(node);
  };
  const emitChoice = (parts: readonly Node[]) => {
    const split: Split = { kind: 'split', to: [] };
    add(split);
    const jumps = parts.map((part) => {
      const start = program.length;
      emit(part);
      const jump: Split = { kind: 'split', to: [] };
      add(jump);
      return { start, jump };
    });
    split.to = jumps.map(({ start }) => start);
    for (const { jump } of jumps) jump.to = [program.length];
  };
  const emitRepeat = ({ node, min, max, lazy }: Extract<Node, { kind: 'repeat' }>) => {
    for (let count = 0; count < min; count += 1) emit(node);
    const order = (into: number, past: number) => (lazy ? [past, into] : [into, past]);
    if (max === Infinity) {
      const split: Split = { kind: 'split', to: [] };
      const at = add(split);
      emit(node);
      add({ kind: 'split', to: [at] });
      split.to = order(at + 1, program.length);
      return;
    }
    const splits: { readonly at: number; readonly split: Split }[] = [];
    for (let count = min; count < max; count += 1) {
      const split: Split = { kind: 'split', to: [] };
      splits.push({ at: add(split), split });
      emit(node);
    }
    for (const { at, split } of splits) split.to = order(at + 1, program.length);
  };
  emit(whole);
  add({ kind: 'match' });
  return program;
}

type Tables = readonly (readonly boolean[])[];

/** For every look-around and every position, whether it holds there. */
function tablesOf(looks: readonly Look[], points: readonly string[]): Tables {
  const tables: (readonly boolean[])[] = [];
  for (const { program, direction } of looks)
    tables.push(pass(program, points, direction === 'ahead' ? -1 : 1, tables));
  return tables;
}

/** For every position, whether the whole pattern matches from there on; `ahead` is the reversed one. */
function run(looks: readonly Look[], ahead: Program, points: readonly string[]): readonly boolean[] {
  return pass(ahead, points, -1, tablesOf(looks, points));
}

/** Reads the text in one direction, begins the program at every position, and tells at which positions it ends. */
function pass(program: Program, points: readonly string[], direction: 1 | -1, tables: Tables): readonly boolean[] {
  const ends: boolean[] = Array.from({ length: points.length + 1 }, () => false);
  let threads: number[] = [];
  for (let step = 0; step <= points.length; step += 1) {
    const at = direction === 1 ? step : points.length - step;
    const reached = follow(program, [...threads, 0], points, at, tables);
    ends[at] = reached.some((address) => program[address]?.kind === 'match');
    const character = points[direction === 1 ? at : at - 1];
    threads = character === undefined ? [] : consumed(program, reached, character);
  }
  return ends;
}

/** Where the preferred match that begins at `start` ends. */
function endOf(program: Program, points: readonly string[], start: number, tables: Tables): number {
  let end = start;
  let threads = [0];
  for (let at = start; threads.length > 0; at += 1) {
    const reached = follow(program, threads, points, at, tables);
    const match = reached.findIndex((address) => program[address]?.kind === 'match');
    if (match >= 0) end = at;
    const character = points[at];
    if (character === undefined) break;
    // What is less preferred than a match is given up.
    threads = consumed(program, match < 0 ? reached : reached.slice(0, match), character);
  }
  return end;
}

function consumed(program: Program, reached: readonly number[], character: string): number[] {
  return reached.flatMap((address) => {
    const instruction = program[address];
    return instruction?.kind === 'char' && instruction.is(character) ? [address + 1] : [];
  });
}

/** The instructions that are reached without reading a character, in the order of preference. */
function follow(
  program: Program,
  threads: readonly number[],
  points: readonly string[],
  at: number,
  tables: Tables,
): readonly number[] {
  const seen = new Set<number>();
  const reached: number[] = [];
  const pending = threads.toReversed();
  for (let address = pending.pop(); address !== undefined; address = pending.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const instruction = program[address];
    if (instruction?.kind === 'split') pending.push(...instruction.to.toReversed());
    else if (instruction?.kind === 'at') {
      if (instruction.holds(points, at)) pending.push(address + 1);
    } else if (instruction?.kind === 'look') {
      if ((tables[instruction.index]?.[at] ?? false) !== instruction.negate) pending.push(address + 1);
    } else reached.push(address);
  }
  return reached;
}
