/**
 * Where nobody registers a topology.
 * @jest-environment <rootDir>/test/support/realm/own-realm.ts
 */
import { checkDefinition } from '../../src/definitions/checks/check.ts';
import { readDefinition } from '../../src/definitions/compile/read.ts';

const guards = {
  list: () => [],
  has: () => false,
  check: () => [],
  warn: () => [],
  needs: () => undefined,
  isPure: () => false,
};

test('a process that has registered no topology is told what to import', () => {
  const told = 'no topology is registered: import src/topologies/documents.ts';
  expect(() => readDefinition({ name: 'sample', steps: [] })).toThrow(told);
  expect(() => checkDefinition({ name: 'sample', steps: [] }, { guards })).toThrow(told);
});
