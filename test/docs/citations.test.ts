// Pure: rules, requirements and sections that code, tests and documents cite are there, and rules.md tells which tests show a rule.
import {
  citationsOf,
  isNamed,
  requirementIds,
  rulesOf,
  type Source,
  targetsOf,
  testsByRule,
  unresolved,
} from '../../scripts/citations.ts';
import { withTests } from '../../scripts/docs/rules-page.ts';
import { sourcesIn } from '../../scripts/docs/sources.ts';

const documents = sourcesIn('docs');
const tests = sourcesIn('test');
const others = ['src', 'bench', 'scripts', 'examples', 'definitions'].flatMap(sourcesIn);
const citations = [...others, ...tests, ...documents].flatMap(citationsOf);
const page = documents.find(({ path }) => path === 'docs/rules.md')?.text ?? '';
const rules = rulesOf(page);
/** The names of the pages that sections are of. */
const PAGES = documents.flatMap(
  ({ path }) => /^docs\/contract\/(?<name>[a-z]+)\.md$/.exec(path)?.groups?.['name'] ?? [],
);

test.each([
  ['rules', 'rule'],
  ['requirements', 'requirement'],
  ['sections of pages', 'section'],
  ['sources', 'source'],
])('the %s that are cited are in the repository', (_, wanted) => {
  const cited = citations.filter(({ kind }) => kind === wanted);
  expect(unresolved(cited, targetsOf(documents))).toEqual([]);
});

describe('docs/rules.md', () => {
  test('each rule has one heading, in the order of the numbers, and one place in the table by subject', () => {
    const inOrder = Array.from(rules, (_, i) => `R${i + 1}`);
    expect(rules.map(({ id }) => id)).toEqual(inOrder);
    const rows = page.match(/^\| [A-Z][^|]*\| R.*$/gm) ?? [];
    const told = rows.flatMap((row) => row.match(/R\d+/g) ?? []);
    expect(told.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(inOrder);
  });

  test('each rule is named by the title of a test, or says why none can name it', () => {
    const named = testsByRule(tests);
    const bare = rules.filter(({ id, text }) => !named.has(id) && !/^No test names it: .{20,}\.$/m.test(text));
    expect(bare.map(({ id }) => `${id}: name it in the title of a test that shows it`)).toEqual([]);
    const needless = rules.filter(({ id, text }) => named.has(id) && text.includes('No test names it'));
    expect(needless.map(({ id }) => `${id}: a test names it; take the reason away`)).toEqual([]);
  });

  test('the tests that show a rule are those whose titles name it; else: npm run docs', () => {
    expect(withTests(page, tests)).toBe(page);
  });

  test('tests that name a rule are put below it, and no others stay there', () => {
    const before =
      '# Rules\n\n## R1 One\n\nSo.\n\nShown in: `test/old.test.ts`.\n\n## R2 Two\n\nShown in: `test/old.test.ts`.\n\nThus.\n';
    const named = [
      file('test/b.test.ts', "test('R2: so')"),
      file('test/c.test.ts', '// R1'),
      file('test/d.ts', "'R1'"),
    ];
    expect(withTests(before, named)).toBe(
      '# Rules\n\n## R1 One\n\nSo.\n\n## R2 Two\n\nThus.\n\nShown in: `test/b.test.ts`.\n',
    );
  });
});

describe('what is a citation', () => {
  test.each([
    ['rules', '(R16 to R24, R108–R116; R5-R7)', ['R16', 'R24', 'R108', 'R116', 'R5', 'R7']],
    ['requirements', 'U-1, S0-T35a: S1-7.3.1-c. S1x-5 S3-E-LRU', ['U-1', 'S0-T35a', 'S1-7.3.1-c', 'S1x-5', 'S3-E-LRU']],
    ['the beginning that requirements share', 'S3-M, S1-7.4', ['S3-M', 'S1-7.4']],
    ['a section', '(design 3.2): api 4, guards A.3', ['design 3.2', 'api 4', 'guards A.3']],
    ['a section of each page', `${PAGES.join(' 1: ')} 1`, PAGES.map((name) => `${name} 1`)],
    ['several sections of two levels', "'console 6.12, 6.13: so'", ['console 6.12', 'console 6.13']],
    ['a section by its sign or in words', 'design § 3.2, api.md section 4', ['design 3.2', 'api 4']],
    ['a section and a rule of it', 'design 2 R11', ['R11', 'design 2']],
    [
      'several sections',
      'api 1 and 4, R26; (running 2, 3) formal A.4 to A.6',
      'R26,api 1,api 4,running 2,running 3,formal A.4,formal A.6'.split(','),
    ],
    ['definitions', 'formal A.2 Def 3 and 5', ['formal A.2', 'formal A.2 Def 3', 'formal A.2 Def 5']],
    ['a section that the end of a line parts from its page', ' * so (guards\n * 2.2).', ['guards 2.2']],
    ['a source', 'Seed 002, the seed (002, "Steps")', ['Seed 002', '(002']],
    ['what the contract was taken from', 'production 10: so (redesign 1.4)', ['production 10', 'redesign 1.4']],
  ])('%s: %s', (_, text, ids) => {
    expect(citationsOf(file('src/a.ts', text)).map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    'temporal 1.9.1',
    'guards 4,000 steps',
    'running 3s',
    'S3-compatible',
    'XR5',
    'R5.2',
    'R2-d2',
    'UTF-8',
    'seed 7',
    'the redesign, 136 suites',
  ])('not %s', (text) => {
    expect(citationsOf(file('src/a.ts', text))).toEqual([]);
  });

  test('it is told with its line', () => {
    expect(citationsOf(file('src/a.ts', '\n\n// R5'))).toEqual([{ kind: 'rule', id: 'R5', path: 'src/a.ts', line: 3 }]);
  });

  test('the page of requirements alone names where they come from', () => {
    expect(citationsOf(file('docs/requirements.md', '## Seed 002: state machines'))).toEqual([]);
  });
});

describe('what a citation leads to', () => {
  const targets = targetsOf([
    file('docs/rules.md', '# Rules\n\n## R5 Each run\n\nR6\n'),
    file(
      'docs/requirements.md',
      '| S1-7.4-a | It is so. | `test/a.test.ts` |\n| S3-M-1…12 | Twelve. | x |\n| S0-T3b | It. | x |\n',
    ),
    file('docs/contract/design.md', '# Design\n\n## 3 Steps\n\n### 3.2 Checks\n'),
    file('docs/contract/formal.md', '## A.2 Definitions\n\n**Def 7 – cascade.** So.\n\n### Def 8 Summaries\n'),
  ]);

  test('headings, rows, definitions, and what several requirements begin with', () => {
    const text = 'R5 S1-7.4-a S1-7.4 S3-M-12 S3-M S0-T3b S0-T3, design 3 design 3.2; formal A.2 Def 7 and 8';
    expect(unresolved(citationsOf(file('src/a.ts', text)), targets)).toEqual([]);
  });

  test('what leads nowhere is told with its place and what to do', () => {
    const text = 'R6\nS1-7.4-b\ndesign 3.3\nformal A.2 Def 9\nseed 001';
    expect(unresolved(citationsOf(file('src/a.ts', text)), targets)).toEqual([
      'src/a.ts:1 cites R6: docs/rules.md has no heading "## R6 …"; write the rule there, or cite the one that is meant',
      'src/a.ts:2 cites S1-7.4-b: docs/requirements.md has no row S1-7.4-b; cite the one that is meant',
      'src/a.ts:3 cites design 3.3: docs/contract/design.md has no heading 3.3; write the section there, or cite the one that is meant',
      'src/a.ts:4 cites formal A.2 Def 9: docs/contract/formal.md has no heading A.2 Def 9; write the section there, or cite the one that is meant',
      "src/a.ts:5 cites seed 001: the repository does not hold that document; cite the requirement's id in docs/requirements.md, or a section of docs/contract",
    ]);
  });

  test.each([
    ['S2-9-a…c', ['S2-9-a', 'S2-9-b', 'S2-9-c']],
    ['S3-M-9…11', ['S3-M-9', 'S3-M-10', 'S3-M-11']],
    ['S3-D4-a/b', ['S3-D4-a', 'S3-D4-b']],
    ['S3-E-LRU / TPL', ['S3-E-LRU', 'S3-E-TPL']],
  ])('a row may be for several: %s', (ids, each) => {
    expect(requirementIds(`| ${ids} | They are so. | x |`)).toEqual(each);
  });

  test('a comment names nothing in a test, and an id is a word of its own', () => {
    expect(isNamed("// 'S1-1-a': so\n/* 'S1-1-a' */", 'S1-1-a')).toBe(false);
    expect(isNamed("test('S1-1-ab, S1-1-a.2: so', () => {});", 'S1-1-a')).toBe(false);
    expect(isNamed("test('R1, S1-1-a: so', () => {});", 'S1-1-a')).toBe(true);
  });
});

function file(path: string, text: string): Source {
  return { path, text };
}
