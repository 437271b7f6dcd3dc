/** An artifact with tests that it passes. */
export interface GuardSample {
  readonly guard: string;
  readonly artifact: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const PYTHON = `class Stack:
    def __init__(self):
        self.items = []
    def push(self, item):
        self.items.append(item)
    def pop(self):
        return self.items.pop()
`;
const PYTHON_TESTS = `import pytest
from stack import Stack

def test_last_in_first_out():
    stack = Stack()
    stack.push(1)
    stack.push(2)
    assert stack.pop() == 2
    assert stack.pop() == 1

def test_an_empty_stack():
    with pytest.raises(IndexError):
        Stack().pop()
`;
export const PYTHON_SAMPLE: GuardSample = {
  guard: 'python-tests',
  artifact: PYTHON,
  options: { tests: PYTHON_TESTS, module: 'stack' },
};

const TYPESCRIPT = `export class Stack {
  items: number[] = [];
  push(item: number): void {
    this.items.push(item);
  }
  pop(): number {
    const item = this.items.pop();
    if (item === undefined) throw new Error('an empty stack');
    return item;
  }
}
`;
const TYPESCRIPT_TESTS = `import assert from 'node:assert/strict';
import test from 'node:test';
import { Stack } from './stack.ts';

test('last in, first out', () => {
  const stack = new Stack();
  stack.push(1);
  stack.push(2);
  assert.equal(stack.pop(), 2);
  assert.equal(stack.pop(), 1);
});

test('an empty stack', () => {
  assert.throws(() => new Stack().pop());
});
`;
export const TYPESCRIPT_SAMPLE: GuardSample = {
  guard: 'typescript-tests',
  artifact: TYPESCRIPT,
  options: { tests: TYPESCRIPT_TESTS },
};
