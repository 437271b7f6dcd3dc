import { listed } from '../../feedback.ts';
import { bad, good, type Outcome } from '../outcome.ts';
import type { Hunk } from './diff-hunk.ts';
import { bareName, type DiffName, fileName, gitNames } from './diff-names.ts';
import { type DiffToken, tokensOf } from './diff-tokens.ts';
import { headerDenial } from './patch-policy.ts';

/** What a diff does to one file; `from` is where a file comes from that is renamed or copied. */
export type Section = { readonly path: string; readonly hunks: readonly Hunk[] } & (
  | { readonly kind: 'new' | 'change' }
  | { readonly kind: 'rename' | 'copy'; readonly from: string }
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
  for (const token of tokensOf(diff)) {
    if (hasReturn(token)) return { drafts, problems: [RETURNS] };
    hunks += token.kind === 'hunk' ? 1 : 0;
    if (hunks > MAX_HUNKS) return { drafts, problems: [TOO_MANY] };
    const problem = take(token, before, drafts);
    if (problem !== undefined) problems.push(`Line ${token.line} of the patch ${problem}.`);
    before = token.kind;
  }
  return { drafts, problems };
}

const TOO_MANY = `The patch has more than ${MAX_HUNKS} hunks. Make the change smaller.`;
const RETURNS = 'The lines of the patch end in carriage returns. End them with a line feed alone.';

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
  if (moved !== undefined) return agreed({ ...moved, hunks }, moved.from, names);
  if (isNew(extended)) return agreed({ kind: 'new', path: names.new, hunks }, names.new, names);
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
  const section = namedSection(old.value, other.value.path, extended, hunks);
  if (!section.ok || git === undefined) return section;
  if (old.value.kind === 'none' && !isNew(extended))
    return bad('a new file needs the line "new file mode 100644" after it');
  const named = gitNames(git);
  const from = 'from' in section.value ? section.value.from : section.value.path;
  return named === undefined ? bad(GIT_NAMES) : agreed(section.value, from, named);
}

function namedSection(
  old: DiffName,
  path: string,
  extended: readonly string[],
  hunks: readonly Hunk[],
): Outcome<Section> {
  const moved = movedBy(extended);
  if (old.kind === 'none') return moved === undefined ? good({ kind: 'new', path, hunks }) : bad(DISAGREE);
  if (isNew(extended)) return bad('a new file needs "--- /dev/null"');
  if (moved === undefined) return old.path === path ? good({ kind: 'change', path, hunks }) : bad(TWO_NAMES);
  return old.path === moved.from && path === moved.path ? good({ ...moved, hunks }) : bad(DISAGREE);
}

function agreed(
  section: Section,
  from: string,
  names: { readonly old: string; readonly new: string },
): Outcome<Section> {
  return names.old === from && names.new === section.path ? good(section) : bad(DISAGREE);
}

const GIT_NAMES = 'write it as "diff --git a/path b/path"';
const DISAGREE = 'the lines of this header name different files; name the same one in all of them';
const TWO_NAMES = '"---" and "+++" name different files; a rename needs "rename from" and "rename to" lines';

function isNew(extended: readonly string[]): boolean {
  return extended.some((line) => line.startsWith('new file mode '));
}

function movedBy(
  extended: readonly string[],
): { readonly kind: 'rename' | 'copy'; readonly from: string; readonly path: string } | undefined {
  for (const kind of ['rename', 'copy'] as const) {
    const from = extended.find((line) => line.startsWith(`${kind} from `));
    const to = extended.find((line) => line.startsWith(`${kind} to `));
    if (from === undefined && to === undefined) continue;
    return { kind, from: bareName(from ?? '', `${kind} from`) ?? '', path: bareName(to ?? '', `${kind} to`) ?? '' };
  }
  return undefined;
}
