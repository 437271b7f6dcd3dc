import { listed } from '../../feedback.ts';
import { bad, good, type Outcome } from '../outcome.ts';
import type { Hunk } from './diff-hunk.ts';
import { bareName, commonReadings, type DiffName, fileName, gitNames, type Readings } from './diff-names.ts';
import { type DiffToken, tokensOf } from './diff-tokens.ts';
import { headerDenial } from './patch-policy.ts';

/**
 * What a diff does to one file. A file that it changes is named by all paths that the header can stand for; `from` is where a file comes
 * from that is renamed or copied.
 */
export type Section = { readonly hunks: readonly Hunk[] } & (
  | { readonly kind: 'change'; readonly readings: readonly string[] }
  | { readonly kind: 'new'; readonly path: string }
  | { readonly kind: 'rename' | 'copy'; readonly path: string; readonly from: string }
);

const MAX_HUNKS = 1_000;

/**
 * The sections of a unified diff, in order. Lines that belong to none are skipped, so prose and Markdown fences around it do no harm;
 * but a header that asks for more than a change of texts is refused wherever it stands.
 */
export function parseSections(diff: string): Outcome<readonly Section[]> {
  const { drafts, problems } = draftsOf(diff);
  const sections = problems.length > 0 ? [] : drafts.map(sectionOf);
  const all = [...problems, ...sections.flatMap((section) => (section.ok ? [] : section.problems))];
  if (all.length > 0) return bad(...listed(all, 10));
  return good(sections.flatMap((section) => (section.ok ? [section.value] : [])));
}

/** A section as it is read; `line` is that of its first header in the patch, from 1. */
interface Draft {
  readonly line: number;
  readonly git?: string;
  /** The lines between `diff --git` and `---`. */
  readonly extended: string[];
  names?: { readonly old: string; readonly new: string };
  readonly hunks: Hunk[];
}

function draftsOf(diff: string): { readonly drafts: readonly Draft[]; readonly problems: readonly string[] } {
  const drafts: Draft[] = [];
  const problems: string[] = [];
  let hunks = 0;
  let before: DiffToken['kind'] = 'other';
  for (const token of tokensOf(withoutReturns(diff))) {
    hunks += token.kind === 'hunk' ? 1 : 0;
    if (hunks > MAX_HUNKS) return { drafts, problems: [TOO_MANY] };
    const problem = take(token, before, drafts);
    if (problem !== undefined) problems.push(`Line ${token.line} of the patch ${problem}.`);
    before = token.kind;
  }
  return { drafts, problems };
}

const TOO_MANY = `The patch has more than ${MAX_HUNKS} hunks. Make the change smaller.`;

/** A diff whose headers end in CR LF went through a program that ends all lines so: the returns are none of the files'. */
function withoutReturns(diff: string): string {
  for (const token of tokensOf(diff)) if (hasReturn(token)) return diff.replaceAll('\r\n', '\n');
  return diff;
}

function hasReturn(token: DiffToken): boolean {
  return (token.kind === 'git' && token.text.endsWith('\r')) || (token.kind === 'names' && token.old.endsWith('\r'));
}

/** Adds a piece to the last draft or begins another; what is wrong with it otherwise. */
function take(token: DiffToken, before: DiffToken['kind'], drafts: Draft[]): string | undefined {
  const draft = drafts.at(-1);
  switch (token.kind) {
    case 'git':
      drafts.push({ line: token.line, git: token.text, extended: [], hunks: [] });
      return undefined;
    case 'names':
      if (draft?.git !== undefined && draft.names === undefined) draft.names = token;
      else drafts.push({ line: token.line, extended: [], names: token, hunks: [] });
      return undefined;
    case 'hunk':
      if ('problem' in token.read) return `is no hunk that can be read: ${token.read.problem}`;
      if (draft === undefined || (before !== 'names' && before !== 'hunk')) return `begins a hunk, but ${NO_FILE}`;
      draft.hunks.push(token.read.hunk);
      return undefined;
    case 'other':
      if (draft !== undefined && draft.names === undefined) draft.extended.push(token.text);
      return headerDenial(token.text);
  }
}

const NO_FILE = 'right before it there is neither a hunk nor the lines "--- a/path" and "+++ b/path"';

function sectionOf(draft: Draft): Outcome<Section> {
  const section = draft.names === undefined ? sectionWithoutNames(draft) : sectionWithNames(draft, draft.names);
  if (!section.ok) return bad(...section.problems.map((problem) => `Line ${draft.line} of the patch: ${problem}.`));
  return section;
}

function sectionWithoutNames({ git = '', extended, hunks }: Draft): Outcome<Section> {
  const names = gitNames(git);
  if (names === undefined) return bad(GIT_NAMES);
  const moved = movedBy(extended);
  if (moved !== undefined) return movedSection(moved, names, hunks);
  if (isNew(extended)) {
    const [path] = commonReadings(names.old, names.new);
    return path === undefined ? bad(DISAGREE) : good({ kind: 'new', path, hunks });
  }
  return bad('it changes nothing; after it come "--- a/path", "+++ b/path" and the hunks');
}

function sectionWithNames({ git, extended, hunks }: Draft, names: NonNullable<Draft['names']>): Outcome<Section> {
  const old = fileName(names.old, 'a/');
  const other = fileName(names.new, 'b/');
  if (!old.ok) return old;
  if (!other.ok) return other;
  if (other.value.kind === 'none') return bad('it deletes a whole file; change what is in it instead');
  if (hunks.length === 0)
    return bad('no hunk follows; write what changes, beginning with "@@ -start,count +start,count @@"');
  const section = namedSection(old.value, other.value.readings, extended, hunks);
  if (!section.ok || git === undefined) return section;
  if (old.value.kind === 'none' && !isNew(extended))
    return bad('a new file needs the line "new file mode 100644" after it');
  const named = gitNames(git);
  return named === undefined ? bad(GIT_NAMES) : agreed(section.value, named);
}

function namedSection(
  old: DiffName,
  other: Readings,
  extended: readonly string[],
  hunks: readonly Hunk[],
): Outcome<Section> {
  const moved = movedBy(extended);
  if (old.kind === 'none') return moved === undefined ? good({ kind: 'new', path: other[0], hunks }) : bad(DISAGREE);
  if (isNew(extended)) return bad('a new file needs "--- /dev/null"');
  if (moved !== undefined) return movedSection(moved, { old: old.readings, new: other }, hunks);
  const readings = commonReadings(old.readings, other);
  return readings.length === 0 ? bad(TWO_NAMES) : good({ kind: 'change', readings, hunks });
}

interface Names {
  readonly old: Readings;
  readonly new: Readings;
}

function movedSection(moved: Moved, names: Names, hunks: readonly Hunk[]): Outcome<Section> {
  const agrees = names.old.includes(moved.from) && names.new.includes(moved.path);
  return agrees ? good({ ...moved, hunks }) : bad(DISAGREE);
}

/** The section, if the `diff --git` line names the same files. */
function agreed(section: Section, names: Names): Outcome<Section> {
  if ('from' in section) return movedSection(section, names, section.hunks);
  const common = commonReadings(names.old, names.new);
  if ('path' in section) return common.includes(section.path) ? good(section) : bad(DISAGREE);
  const readings = section.readings.filter((path) => common.includes(path));
  return readings.length === 0 ? bad(DISAGREE) : good({ ...section, readings });
}

const GIT_NAMES = 'write it as "diff --git a/path b/path"';
const DISAGREE = 'the lines of this header name different files; name the same one in all of them';
const TWO_NAMES = '"---" and "+++" name different files; a rename needs "rename from" and "rename to" lines';

function isNew(extended: readonly string[]): boolean {
  return extended.some((line) => line.startsWith('new file mode '));
}

interface Moved {
  readonly kind: 'rename' | 'copy';
  readonly from: string;
  readonly path: string;
}

function movedBy(extended: readonly string[]): Moved | undefined {
  for (const kind of ['rename', 'copy'] as const) {
    const from = extended.find((line) => line.startsWith(`${kind} from `));
    const to = extended.find((line) => line.startsWith(`${kind} to `));
    if (from === undefined && to === undefined) continue;
    return { kind, from: bareName(from ?? '', `${kind} from`) ?? '', path: bareName(to ?? '', `${kind} to`) ?? '' };
  }
  return undefined;
}
