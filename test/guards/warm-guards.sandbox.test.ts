// How many processes guards start, and how many find theirs ready.
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { createBwrap } from '../../src/sandbox/bwrap/bwrap.ts';
import { createDeno } from '../../src/sandbox/deno/deno.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { sandboxesOf } from '../../src/sandbox/sandboxes.ts';
import { readyIn } from '../sandbox/support/warmly.ts';
import { aContext } from './a-context.ts';

const missing: string[] = [];
const settings = {
  cacheDirectory: cacheDirectory(process.env),
  log: (line: string) => void missing.push(line),
};
const bwrap = await createBwrap({ ...settings, pool: 3 });
const withBwrap = bwrap ? test : test.skip;
const reason = bwrap ? '' : ` (not here: ${missing.join('; ')})`;

afterAll(() => bwrap?.close());

const PYTHON = {
  artifact: 'def double(number):\n    return 2 * number\n',
  options: { tests: 'from doubling import double\n\ndef test_two():\n    assert double(1) == 2\n' },
};
const TYPESCRIPT = {
  artifact: 'export const double = (number: number): number => 2 * number;\n',
  options: {
    tests: `import assert from 'node:assert';
import test from 'node:test';
import { double } from './doubling.ts';

test('two', () => assert.equal(double(1), 2));`,
  },
};

/** A Deno in which so many wait at most; those that are to wait after the second judgement are let go as they begin. */
async function inDeno(pool: number, judge: (deno: Sandbox | undefined) => Promise<void>): Promise<void> {
  const deno = await createDeno({ ...settings, pool });
  try {
    await judge(deno);
  } finally {
    await deno?.close();
  }
}

/** Judges twice, the second time when so many processes are ready; answers how those of the second time were started. */
async function secondTime(sandbox: Sandbox | undefined, name: string, ready: number, { artifact, options } = PYTHON) {
  if (!sandbox) throw new Error(reason);
  const guard = createGuardRegistry({ sim: false, sandboxes: sandboxesOf([sandbox]) }).find(name);
  const judge = async () => {
    const answer = await guard?.evaluate(guard.options.parse(options), aContext(artifact));
    expect(answer).toMatchObject({ verdict: 'pass' });
  };
  await judge();
  await readyIn(sandbox, ready);
  const before = sandbox.pool?.();
  await judge();
  const after = sandbox.pool?.();
  return Object.fromEntries(
    (['warm', 'waits', 'cold'] as const).map((start) => [start, (after?.[start] ?? 0) - (before?.[start] ?? 0)]),
  );
}

const TWO_READY = { warm: 2, waits: 0, cold: 0 };
const THREE_READY = { warm: 3, waits: 0, cold: 0 };

// What compiled the programs for this version, where nobody had, is not asked for again and so keeps no place of the two.
test('python-tests in deno finds both Pythons ready the second time (performance 4)', () =>
  inDeno(2, async (deno) => {
    expect(await secondTime(deno, 'python-tests', 2)).toEqual(TWO_READY);
  }));

test('typescript-tests in deno finds compiler, implementation and tests ready (performance 4)', () =>
  inDeno(3, async (deno) => {
    expect(await secondTime(deno, 'typescript-tests', 3, TYPESCRIPT)).toEqual(THREE_READY);
  }));

withBwrap(`python-tests in bwrap finds both Pythons ready (performance 4)${reason}`, async () => {
  expect(await secondTime(bwrap, 'python-tests', 2)).toEqual(TWO_READY);
});

withBwrap(
  `typescript-tests in bwrap finds compiler, implementation and tests ready (performance 4)${reason}`,
  async () => {
    expect(await secondTime(bwrap, 'typescript-tests', 3, TYPESCRIPT)).toEqual(THREE_READY);
  },
);
