// Pure: when a base case holds, given what is known of its leaves.
import { holds } from '../../../src/topologies/base-case/base-case.ts';

const leaf = (name: string) => ({ leaf: name });
const [yes, no, open] = ['yes', 'no', 'open'].map(leaf) as [{ leaf: string }, { leaf: string }, { leaf: string }];
const known = ({ leaf: name }: { leaf: string }) => ({ yes: true, no: false })[name];

test.each([
  [yes, true],
  [no, false],
  [open, undefined],
  [{ all: [yes, yes] }, true],
  [{ all: [yes, no] }, false],
  [{ all: [yes, open] }, undefined],
  [{ all: [open, no] }, false],
  [{ any: [no, no] }, false],
  [{ any: [no, yes] }, true],
  [{ any: [no, open] }, undefined],
  [{ any: [open, yes] }, true],
  [{ all: [{ any: [no, yes] }, { all: [yes] }] }, true],
  [{ all: [{ any: [no, open] }, yes] }, undefined],
  [{ any: [{ all: [open, no] }, { any: [no] }] }, false],
  [{ any: [{ all: [open, yes] }, no] }, undefined],
])('S1x-3: %j is %p', (tree, expected) => {
  expect(holds(tree, known)).toBe(expected);
});
