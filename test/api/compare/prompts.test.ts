// Pure.
import { promptsBeside } from '../../../src/api/compare/prompts.ts';

const said = (content: string, role = 'user') => [{ role, content }];

test('console 2.3: sections of one heading stand side by side; equal ones may be folded, others show what changed', () => {
  const a = said('# Task\n\nWrite one line.');
  const b = said('# Rejected attempts\n\n## Attempt 1\n\nno\n\n# Task\n\nWrite two line.');
  const { sections, ...rest } = promptsBeside(
    [...said('You write.', 'system'), ...a],
    [...said('You write.', 'system'), ...b],
  );
  expect(rest).toEqual({ equal: false, leftOut: 0 });
  expect(sections.map((section) => [section.role, section.heading, section.in, section.equal])).toEqual([
    ['system', null, 'both', true],
    ['user', 'Rejected attempts', 'b', false],
    ['user', 'Attempt 1', 'b', false],
    ['user', 'Task', 'both', false],
  ]);
  expect(sections[0]).toMatchObject({ unit: 'word', cut: false, parts: [{ mark: 'same', text: 'You write.' }] });
  expect(sections[2]?.parts).toEqual([{ mark: 'added', text: '## Attempt 1\n\nno\n\n' }]);
  expect(sections[3]?.parts).toEqual([
    { mark: 'same', text: '# Task\n\nWrite ' },
    { mark: 'removed', text: 'one' },
    { mark: 'added', text: 'two' },
    { mark: 'same', text: ' line.' },
  ]);
});

test('console 2.3: equal prompts say so', () => {
  expect(promptsBeside(said('# Task'), said('# Task'))).toMatchObject({ equal: true, sections: [{ equal: true }] });
  expect(promptsBeside([], [])).toEqual({ equal: true, sections: [], leftOut: 0 });
});

test('console 2.3: a long section is cut and says so, also where only its end differs', () => {
  const long = 'ä'.repeat(10_000);
  const [section] = promptsBeside(said(`${long}1`), said(`${long}2`)).sections;
  expect(section).toMatchObject({ equal: false, cut: true, parts: [{ mark: 'same', text: 'ä'.repeat(8_192) }] });
});

test('console 2.3: those that differ are shown before those that are equal have taken the room', () => {
  const equal = Array.from({ length: 20 }, (_, at) => `# Part ${at}\n${'x'.repeat(12_000)}\n`).join('');
  const { sections } = promptsBeside(said(`${equal}# Task\none`), said(`${equal}# Task\ntwo`));
  expect(sections).toHaveLength(21);
  expect(sections.at(-1)).toMatchObject({ equal: false, cut: false });
  expect(sections.filter(({ cut }) => cut).length).toBeGreaterThan(0);
  expect(JSON.stringify(sections).length).toBeLessThan(150 * 1024);
});

test('console 2.3: no more than 200 sections are shown, and the others are counted', () => {
  const many = said(Array.from({ length: 250 }, (_, at) => `# ${at}\n`).join(''));
  const { sections, leftOut } = promptsBeside(many, many);
  expect([sections.length, leftOut]).toEqual([200, 50]);
});
