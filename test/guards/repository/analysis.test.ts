/** Pure: what an analysis has to say (S3-G-1). */
import { analysis } from '../../../src/guards/repository/analysis.ts';
import { aContext } from '../a-context.ts';
import { FILES } from './a-repository.ts';

function judge(text: string, input: unknown = { files: FILES }, options = {}) {
  return analysis.evaluate(options, aContext(text, { input }));
}

const GOOD = { hypothesis: 'merge takes the later end.', approach: 'Take the larger.', files: ['agenda/merging.py'] };
const without = (name: keyof typeof GOOD) => JSON.stringify({ ...GOOD, [name]: undefined });

test.each([
  ['the plain form', JSON.stringify(GOOD)],
  ['a fence', `The cause:\n\`\`\`json\n${JSON.stringify(GOOD, null, 2)}\n\`\`\``],
  ['further fields', JSON.stringify({ ...GOOD, confidence: 0.8 })],
  ['other names', JSON.stringify({ root_cause: 'a', fix_approach: 'b', files: GOOD.files })],
  ['other names, other case', JSON.stringify({ rootCause: 'a', fixApproach: 'b', files: GOOD.files })],
  ['files as objects', JSON.stringify({ ...GOOD, files: [{ path: 'agenda/merging.py', why: 'merge' }] })],
])('S3-G-1: an analysis in %s passes', (_, text) => {
  expect(judge(text)).toEqual({ verdict: 'pass', feedback: '' });
});

test.each([
  ['no hypothesis', without('hypothesis'), '"hypothesis" is missing'],
  ['an empty hypothesis', JSON.stringify({ ...GOOD, hypothesis: ' \n' }), '"hypothesis" is empty'],
  ['a hypothesis that is no text', JSON.stringify({ ...GOOD, hypothesis: 7 }), '"hypothesis" is no text'],
  ['no approach', without('approach'), '"approach" is missing'],
  ['an empty approach', JSON.stringify({ ...GOOD, approach: '' }), '"approach" is empty'],
  ['no files', without('files'), '"files" is missing'],
  ['an empty list of files', JSON.stringify({ ...GOOD, files: [] }), '"files" is empty'],
  ['a file that is a number', JSON.stringify({ ...GOOD, files: [1] }), '"files[0]" is no path'],
  [
    'a file that is not there',
    JSON.stringify({ ...GOOD, files: ['agenda/merging.py', 'agenda/mergin.py'] }),
    'The repository has no file "agenda/mergin.py". Did you mean "agenda/merging.py"?',
  ],
  [
    'a file in another folder',
    JSON.stringify({ ...GOOD, files: ['src/merging.py'] }),
    'Did you mean "agenda/merging.py"?',
  ],
  ['a file that every object has', JSON.stringify({ ...GOOD, files: ['constructor'] }), 'no file "constructor"'],
  ['a list', '[]', 'The answer is no JSON object.'],
  ['prose', 'The bug is in merge.', 'Not valid JSON'],
  ['nothing', '', 'Not valid JSON'],
  ['two answers', `${JSON.stringify(GOOD)} or ${without('files')}`, 'Not valid JSON'],
])('S3-G-1: an analysis with %s is sent back with the form it needs', (_, text, words) => {
  const { verdict, feedback } = judge(text) as { verdict: string; feedback: string };
  expect([verdict, feedback.split('\n')[0]]).toEqual(['retry', expect.stringContaining(words)]);
  expect(feedback).toContain('{"hypothesis": ');
});

test('all that is wrong is said at once, the most specific first', () => {
  const { feedback } = judge('{"files":["x.py"]}') as { feedback: string };
  expect(feedback.split('\n').map((line) => line.slice(0, 12))).toEqual([
    '"hypothesis"',
    '"approach" i',
    'The reposito',
    'Answer with ',
  ]);
});

test.each([
  ['none', {}, {}, 'There is no repository at input.files'],
  ['none where the options say', { files: FILES }, { files: 'repository.files' }, 'at input.repository.files'],
  ['one that leaves its folder', { files: { '../x': '' } }, {}, 'the path "../x" has a ".."'],
])('a repository that is %s is fatal: no attempt could mend it', (_, input, options, words) => {
  expect(judge(JSON.stringify(GOOD), input, options)).toMatchObject({
    verdict: 'fatal',
    feedback: expect.stringContaining(words),
  });
});

test('the repository may stand deeper in the input', () => {
  const input = { repository: { files: FILES } };
  expect(judge(JSON.stringify(GOOD), input, { files: 'repository.files' })).toMatchObject({ verdict: 'pass' });
});

test.each(['files[0]', '', 'a..b', '{input.files}'])('%j is no place of a repository', (files) => {
  expect(analysis.options.safeParse({ files }).success).toBe(false);
});
