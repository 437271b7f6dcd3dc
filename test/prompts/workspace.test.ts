// Pure: the workspace of a run, merged of what its workers made.
import { hasFile, mergedWorkspace } from '../../src/prompts/workspace.ts';
import { workerOutput } from '../support/played/and-or.ts';

test('R13: files by path; of two texts for one path the later holds', () => {
  const [first, second] = ['one', 'two'].map((content) => workerOutput({ artifacts: [{ path: 'a.md', content }] }));
  expect(mergedWorkspace([first ?? '', second ?? ''])).toEqual({ 'a.md': 'two' });
});

test.each([
  ['no JSON', 'A log.'],
  ['another shape', '{"files": {"a.md": "x"}}'],
  ['a name alone', workerOutput({ artifacts: ['a.md'] })],
  ['a path alone', workerOutput({ artifacts: [{ path: 'a.md' }] })],
  ['a path that leads out', workerOutput({ artifacts: [{ path: '../a.md', content: 'x' }] })],
  ['a path from the root', workerOutput({ artifacts: [{ path: '/a.md', content: 'x' }] })],
])('R13: no file comes of %s', (_, text) => {
  expect(mergedWorkspace([text])).toEqual({});
});

test.each([
  ['a.md', true],
  ['./a.md', true],
  ['b.md', false],
  ['src', false],
  ['*.md', true],
  ['*.ts', false],
  ['src/*.ts', true],
  ['src/*/*.ts', true],
  ['**/*.ts', true],
  ['**/deep.ts', true],
  ['src/**', true],
  ['lib/**', false],
  ['src/m?in.ts', false],
  ['constructor', false],
])('F.1: file %s: %p', (path, expected) => {
  const files = { 'a.md': '', 'src/main.ts': '', 'src/far/deep.ts': '' };
  expect(hasFile(files, path)).toBe(expected);
});
