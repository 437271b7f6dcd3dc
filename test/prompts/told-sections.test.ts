// Pure.
import fc from 'fast-check';
import { toldSections } from '../../src/prompts/told-sections.ts';
import { cases } from '../support/properties.ts';

const headings = (content: string, role = 'user') => toldSections([{ role, content }]).map(({ heading }) => heading);

test('console 2.3: a prompt has a section for each heading, and one for what stands before the first', () => {
  const system = { role: 'system', content: 'You write.\n\n# Constraints\n\nShort.' };
  const user = { role: 'user', content: '# Rejected attempts\n\nWhy.\n\n## Attempt 1\n\nno\n\n# Task\n\nWrite.' };
  expect(toldSections([system, user])).toEqual([
    { role: 'system', heading: null, text: 'You write.\n\n' },
    { role: 'system', heading: 'Constraints', text: '# Constraints\n\nShort.' },
    { role: 'user', heading: 'Rejected attempts', text: '# Rejected attempts\n\nWhy.\n\n' },
    { role: 'user', heading: 'Attempt 1', text: '## Attempt 1\n\nno\n\n' },
    { role: 'user', heading: 'Task', text: '# Task\n\nWrite.' },
  ]);
});

test('console 2.3: a heading between fences is data, also where a shorter fence stands in it', () => {
  expect(headings('# Task\n\n````\n# not\n```\n## this\n````\n\n# That')).toEqual(['Task', 'That']);
  expect(headings('```\n# open to the end')).toEqual([null]);
});

test('console 2.3: what a tool or a model said is one section', () => {
  expect(headings('a\n# b', 'tool')).toEqual([null]);
  expect(headings('#none\n### deep\n#  Two words \r\nx')).toEqual([null, 'Two words']);
});

test('console 2.3: all sections together are the messages', () => {
  const line = fc.constantFrom('# a', '## b', '```', '~~~~', '````', 'text', '', '  ```', '### c');
  const content = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(content, (text) => {
      const sections = toldSections([{ role: 'user', content: text }]);
      expect(sections.map((section) => section.text).join('')).toBe(text);
    }),
    cases(500),
  );
});
