import { setTimeout as wait } from 'node:timers/promises';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import type { SandboxName } from '../../src/model/isolation.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { openSandboxes } from '../../src/sandbox/open.ts';
import { runJob, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Figure, type Row, tail, tailAtMost } from '../figure.ts';
import { guardContext } from '../harness/guard-context.ts';

/** What it costs to run tests where they can do no harm and cannot be forged, beside running them as anybody would. */
export const pythonGuard: Figure = {
  number: 10,
  title: '10 A Python test guard, from the artifact to the verdict',
  async measure(bench) {
    const rounds = bench.quick ? 5 : 20;
    return [
      ...(await inSandbox('deno', rounds)),
      ...(await inSandbox('bwrap', rounds)),
      ...(await inSandbox('unsafe-local', rounds)),
    ];
  },
};

const ARTIFACT = `class Stack:
    def __init__(self):
        self.items = []
    def push(self, item):
        self.items.append(item)
    def pop(self):
        return self.items.pop()
`;
const TESTS = `import pytest
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
/** The tests as a script of its own: what a guard costs that trusts an exit code. */
const NAIVE = `${ARTIFACT}
stack = Stack()
stack.push(1)
stack.push(2)
assert stack.pop() == 2
assert stack.pop() == 1
try:
    Stack().pop()
except IndexError:
    pass
else:
    raise AssertionError('an empty stack')
`;

const TARGET = 500;
/** Milliseconds in which the next processes are made ready, as while a model writes. */
const PAUSE = 1_500;

async function inSandbox(name: SandboxName, rounds: number): Promise<readonly Row[]> {
  const sandboxes = await openSandboxes({
    order: [name],
    cacheDirectory: cacheDirectory(process.env),
    warn: (line) => console.error(line),
  });
  const guard = createGuardRegistry({ sim: false, sandboxes }).find('python-tests');
  const options = guard?.options.parse({ tests: TESTS, module: 'stack' });
  const judge = async () => {
    const { verdict } = { verdict: '', ...(await guard?.evaluate(options, guardContext(ARTIFACT))) };
    if (verdict !== 'pass') throw new Error(`python-tests in ${name} said ${verdict}.`);
  };
  try {
    if (sandboxes.offers.length === 0)
      return [{ what: `python-tests in ${name}`, value: 'not on this machine', raw: '' }];
    const sandbox = sandboxes.find({ toolchain: 'python', floor: 'none' });
    const rested = await timed(rounds, judge, PAUSE);
    const what = `python-tests in ${name}, a pause between`;
    return [
      name === 'deno' ? tailAtMost(what, rested, TARGET) : tail(what, rested),
      tail(`python-tests in ${name}, one after the other`, await timed(rounds, judge, 0)),
      tail(`the same as a script that is believed, in ${name}`, await timed(rounds, () => naive(sandbox), PAUSE)),
    ];
  } finally {
    await sandboxes.close();
  }
}

async function naive(sandbox: Sandbox): Promise<void> {
  const job = { toolchain: 'python', argv: ['naive.py'], files: { 'naive.py': NAIVE } } as const;
  const { ending } = await runJob(sandbox, job, new AbortController().signal);
  if (ending.kind !== 'exited' || ending.code !== 0)
    throw new Error(`The script ended with ${JSON.stringify(ending)}.`);
}

/** The first two are to warm up. */
async function timed(rounds: number, work: () => Promise<void>, pause: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds + 2; round += 1) {
    await wait(pause);
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return taken.slice(2);
}
