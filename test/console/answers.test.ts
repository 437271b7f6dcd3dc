// Pure: the answers to a question, as they stand on its page (console 2.1).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Answers } from '../../src/console/pages/question/answers.ts';

type Question = Parameters<typeof Answers>[0]['question'];
type Option = Question['options'][number];

const option = (action: Option['action'], more: Partial<Option> = {}): Option => ({
  action,
  label: action,
  primary: false,
  consequence: 'it goes on.',
  resets: [],
  generations: 0,
  endsRun: 'no',
  fields: [],
  ...more,
});

const budget: Parameters<typeof Answers>[0]['budget'] = {
  limits: { maxParallelAgents: 1 },
  used: {},
  reserved: {},
  remaining: {},
  bound: { generations: 1, remaining: 1 },
};

function drawn(...options: readonly Option[]): string {
  const question = Object.assign(Object.create(null), { id: 'esc_1', shown: 's', options });
  return renderToString(h(Answers, { question, budget, unsent: undefined }));
}

test('a reason that holds of several answers is told once, and tied to each button', () => {
  const why = ['The guard has still to judge.'];
  const html = drawn(option('approve', { primary: true, why }), option('reject', { why }), option('skip', { why }));
  expect(html.match(/The guard has still to judge\./g)).toHaveLength(1);
  const tied = [...html.matchAll(/aria-describedby="(does-\w+) (why-\w+)"/g)].map(([, does, id]) => [does, id]);
  expect(tied).toEqual(['approve', 'reject', 'skip'].map((action) => [`does-${action}`, 'why-approve']));
  expect(html.indexOf('id="why-approve"')).toBeLessThan(html.indexOf('<details'));
});

test('a first answer that nothing is written for stands before the words, any other after them', () => {
  const at = (html: string, part: string) => html.indexOf(part);
  const approved = drawn(option('approve', { primary: true }), option('reject'));
  expect(at(approved, 'value="approve"')).toBeLessThan(at(approved, 'id="words"'));
  expect(at(approved, 'id="words"')).toBeLessThan(at(approved, 'value="reject"'));
  const retried = drawn(option('retry', { primary: true, fields: [{ name: 'guidance', required: false }] }));
  expect(at(retried, 'id="words"')).toBeLessThan(at(retried, 'value="retry"'));
});
