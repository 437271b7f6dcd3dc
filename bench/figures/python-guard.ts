import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxName } from '../../src/model/isolation.ts';
import { runJob, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Figure, type Row, tail, tailAtMost } from '../figure.ts';
import { PYTHON_SAMPLE } from '../harness/guard-samples.ts';
import { openSandbox, sampleJudge } from '../harness/sample-judge.ts';

/** What it costs to run tests where they can do no harm and cannot be forged, beside running them as anybody would. */
export const pythonGuard: Figure = {
  number: 10,
  name: 'python',
  title: 'A Python test guard, from the artifact to the verdict',
  async *measure(bench) {
    const rounds = bench.quick ? 5 : 20;
    yield* inSandbox('deno', rounds);
    yield* inSandbox('bwrap', rounds);
    yield* inSandbox('unsafe-local', rounds);
  },
};

/** The tests as a script of its own: what a guard costs that trusts an exit code. */
const NAIVE = `${PYTHON_SAMPLE.artifact}
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

async function* inSandbox(name: SandboxName, rounds: number): AsyncGenerator<Row> {
  const sandboxes = await openSandbox({ name, fork: true });
  const judge = sampleJudge(sandboxes, PYTHON_SAMPLE);
  try {
    if (sandboxes.capabilities.length === 0) {
      yield { what: `python-tests in ${name}`, value: 'not on this machine', raw: '' };
      return;
    }
    const sandbox = sandboxes.find({ toolchain: 'python', floor: 'none' });
    const rested = await timed(rounds, judge, PAUSE);
    const what = `python-tests in ${name}, a pause between`;
    yield name === 'deno' ? tailAtMost(what, rested, TARGET) : tail(what, rested);
    yield tail(`python-tests in ${name}, one after the other`, await timed(rounds, judge, 0));
    yield tail(`the same as a script that is believed, in ${name}`, await timed(rounds, () => naive(sandbox), PAUSE));
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
