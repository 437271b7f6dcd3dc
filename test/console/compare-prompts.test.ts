// Pure: what two attempts were asked, side by side (console 2.3).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Prompts } from '../../src/console/pages/compare/prompts.ts';

type Prompt = Parameters<typeof Prompts>[0]['prompt'];
type Section = Prompt['sections'][number];

const section = (of: Partial<Section>): Section => ({
  role: 'user',
  heading: 'Rejections',
  in: 'both',
  equal: false,
  parts: [{ mark: 'same', text: 'one\ntwo\n' }],
  cut: false,
  unit: 'word',
  ...of,
});

test.each<readonly [what: string, of: Partial<Section>, opened: boolean, told: string]>([
  ['differs', { parts: [{ mark: 'added', text: 'three' }] }, true, 'differs'],
  ['is equal', { equal: true }, false, 'equal, 2 lines'],
  ['only the first has', { in: 'a' }, false, '− only in Attempt 1, 2 lines'],
  ['only the second has', { in: 'b' }, false, '+ only in Attempt 4, 2 lines'],
])('console 2.3: of the prompt, what %s', (_, of, isOpen, told) => {
  const prompt = { equal: false, sections: [section(of)], leftOut: 0 };
  const html = renderToString(h(Prompts, { prompt, names: ['Attempt 1', 'Attempt 4'] }));
  expect(/<details open/.test(html)).toBe(isOpen);
  expect(html).toContain(`<small> ${told}</small>`);
});
