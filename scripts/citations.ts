/**
 * Citations: ids of rules (`R50`), ids of requirements (`S1-7.3.1-c`) and sections of the pages in `docs/contract` (`design 3.2`), as
 * comments, titles of tests and documents write them, and what they lead to. Pure.
 */

/** A file as it was read; `path` from the root of the repository, with slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** `source`: a document that requirements or the contract were taken from. It is no part of the repository, so nothing leads there. */
type Kind = 'rule' | 'requirement' | 'section' | 'source';

export interface Citation {
  readonly kind: Kind;
  /** `R50`, `S1-7.3.1-c`, `design 3.2`, `formal A.2 Def 7`. */
  readonly id: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** The ids of everything that can be cited, by kind. */
export type Targets = Readonly<Record<Kind, ReadonlySet<string>>>;

const RULES = 'docs/rules.md';
const REQUIREMENTS = 'docs/requirements.md';
/** What this file cites are examples. */
const EXAMPLES = 'test/docs/citations.test.ts';

/** Not the end of another id (`S3-R1`), but that of a range (`R55-R57`). */
const RULE = /(?<![\w.$/]|(?<!\bR\d+)-)R[1-9]\d{0,2}(?!\w|\.\d|-[a-z\d])/g;
const REQUIREMENT =
  /(?<![\w-])(?:U-\d+|S\d+x?-(?:[A-Z]+\d*(?:\.\d+)?[a-z]?|\d+(?:\.\d+)*)(?:-[a-z]+|-[A-Z]+|-\d+)?)(?!\w)/g;
/** A section has one or two levels; 1.9.1 is a version, 4,000 a count. */
const NUMBER = String.raw`(?:[A-Z]\.\d{1,2}|\d{1,2}(?:\.\d{1,2})?)(?![\w\\]|[.,]\d)`;
/** A blank, or the end of a line of a comment. */
const GAP = String.raw`(?:[ ]|\n[ ]*(?:\*|//)[ ])`;
const DEFINITIONS = String.raw`(?:${GAP}Def \d+(?: and \d+)*)`;
/** `design 3.1, 3.2`, `api 1 and 4`, `formal A.4 to A.6`: a further number counts where it can be nothing else. */
const FURTHER = String.raw`(?:(?:,| and| to)${GAP}${NUMBER}(?=[),;:.'"\`\]]|[ ](?:and|to)\b|$))`;
const SECTION = new RegExp(
  String.raw`(?<![\w/.-])(?<page>design|api|running|guards|llm|engine|formal|temporal|console|package|performance)(?:\.md)?,?${GAP}(?:§[ ]?|sections?[ ])?(?<first>${NUMBER})(?<definitions>${DEFINITIONS}?)(?<further>${FURTHER}*)`,
  'gm',
);

const SOURCE = new RegExp(
  String.raw`\bseeds?(?:[ ]|\n \* )00\d\b|\(00\d(?=[,)])|(?<![\w/.-])(?:production|redesign|experiments) ${NUMBER}`,
  'gi',
);

/** All citations of a file, kind by kind, each kind in the order in which they stand there. */
export function citationsOf({ path, text }: Source): readonly Citation[] {
  if (path === EXAMPLES) return [];
  const found = (kind: Kind, words: RegExp, idsOf: (match: RegExpExecArray) => readonly string[] = ([id]) => [id]) =>
    [...text.matchAll(words)].flatMap((match) =>
      idsOf(match).map((id) => ({ kind, id, path, line: lineOf(text, match.index) })),
    );
  return [
    ...found('rule', RULE),
    ...found('requirement', REQUIREMENT),
    ...found('section', SECTION, sectionsOf),
    // One page says where the requirements were taken from.
    ...(path === REQUIREMENTS ? [] : found('source', SOURCE)),
  ];
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function sectionsOf({ groups = {} }: RegExpExecArray): readonly string[] {
  const { page = '', first = '', definitions = '', further = '' } = groups;
  const others = further.match(new RegExp(NUMBER, 'g')) ?? [];
  const inner = (definitions.match(/\d+/g) ?? []).map((n) => `${page} ${first} Def ${n}`);
  return [...[first, ...others].map((number) => `${page} ${number}`), ...inner];
}

/**
 * What the documents define: the headings of `docs/rules.md` (`## R50 Title`) and of `docs/contract/<page>.md` (`### 3.2 Title`; in bold or as
 * a heading also `Def 7`), the rows of `docs/requirements.md`. Of requirements the beginning that several share can be cited, too (`S1-7.3.1`).
 */
export function targetsOf(documents: readonly Source[]): Targets {
  const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? '';
  const pages = documents.flatMap(({ path, text }) => {
    const page = /^docs\/contract\/(?<name>[a-z]+)\.md$/.exec(path)?.groups?.['name'];
    return page === undefined ? [] : sectionIds(page, text);
  });
  return {
    rule: new Set(rulesOf(textOf(RULES)).map(({ id }) => id)),
    requirement: new Set(requirementIds(textOf(REQUIREMENTS)).flatMap((id) => [id, ...beginningsOf(id)])),
    section: new Set(pages),
    source: new Set(),
  };
}

/** The rules of the page, in its order: the id and what stands below its heading. */
export function rulesOf(page: string): readonly { readonly id: string; readonly text: string }[] {
  return page.split(/^(?=## )/m).flatMap((text) => {
    const id = /^## (?<id>R\d+) /.exec(text)?.groups?.['id'];
    return id === undefined ? [] : [{ id, text }];
  });
}

/** The ids of the rows, those written together (`S2-9-a…k`, `S3-D4-a/b/c`, `S3-M-1…12`) each for itself. */
export function requirementIds(page: string): readonly string[] {
  return [...page.matchAll(/^\| (?<ids>[US]\d?x?-[^|]+?) \|/gm)].flatMap(({ groups }) => apart(groups?.['ids'] ?? ''));
}

function apart(ids: string): readonly string[] {
  const [first = '', ...others] = ids.split(/ ?\/ ?/);
  const { stem = '', from = '', to } = /^(?<stem>.*-)(?<from>\w+?)(?:…(?<to>\w+))?$/.exec(first)?.groups ?? {};
  if (to === undefined) return [first, ...others.map((other) => stem + other)];
  const isNumber = /^\d+$/.test(from);
  const code = (end: string) => (isNumber ? Number(end) : end.codePointAt(0)) ?? 0;
  const count = code(to) - code(from) + 1;
  return Array.from(
    { length: count },
    (_, i) => stem + (isNumber ? code(from) + i : String.fromCodePoint(code(from) + i)),
  );
}

/** `S1-7.3.1` of `S1-7.3.1-c`, `S0-T35` of `S0-T35c`: what several requirements have in common. */
function beginningsOf(id: string): readonly string[] {
  return [/^(?<all>S.*-.*)-\w+$/, /^(?<all>S\d-[A-Z]+\d+)[a-z]$/].flatMap(
    (form) => form.exec(id)?.groups?.['all'] ?? [],
  );
}

function sectionIds(page: string, text: string): readonly string[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    const { number } = /^#+ (?<number>[A-Z]\.\d+|\d+(?:\.\d+)?)\.? /.exec(line)?.groups ?? {};
    if (number !== undefined) section = `${page} ${number}`;
    const { definition } = /^(?:#+ |[-*] )?(?:\*\*)?(?<definition>Def \d+)\b/.exec(line)?.groups ?? {};
    return [
      ...(number === undefined ? [] : [section]),
      ...(definition === undefined ? [] : [`${section} ${definition}`]),
    ];
  });
}

/** What leads nowhere, as lines that say where it stands and what to do. */
export function unresolved(citations: readonly Citation[], targets: Targets): readonly string[] {
  return citations
    .filter(({ kind, id }) => !targets[kind].has(id))
    .map(({ kind, id, path, line }) => `${path}:${line} cites ${id}: ${ADVICE[kind](id)}`);
}

const ADVICE: Readonly<Record<Kind, (id: string) => string>> = {
  rule: (id) => `${RULES} has no heading "## ${id} …"; write the rule there, or cite the one that is meant`,
  requirement: (id) => `${REQUIREMENTS} has no row ${id}; cite the one that is meant`,
  section: (id) => {
    const [page, ...place] = id.split(' ');
    return `docs/contract/${page}.md has no heading ${place.join(' ')}; write the section there, or cite the one that is meant`;
  },
  source: () =>
    `the repository does not hold that document; cite the requirement's id in ${REQUIREMENTS}, or a section of docs/contract`,
};

/** The lines of a test that may hold a title: code with a text in quotes. Comments name nothing. */
function titlesOf(test: string): string {
  const code = test.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return code
    .split('\n')
    .filter((line) => /['"`]/.test(line))
    .join('\n');
}

/** Whether a title of the test names the id, as a word of its own. */
export function isNamed(test: string, id: string): boolean {
  return new RegExp(`(?<![\\w-])${id.replaceAll('.', String.raw`\.`)}(?![\\w-]|\\.\\d)`).test(titlesOf(test));
}

/** The rules that titles of tests name: id → paths of the tests, in their order. Other files than `*.test.ts` have no titles. */
export function testsByRule(files: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { path, text } of files.filter((file) => file.path.endsWith('.test.ts') && file.path !== EXAMPLES)) {
    const ids = new Set([...titlesOf(text).matchAll(RULE)].map(([id]) => id));
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), path]);
  }
  return found;
}
