import type { Guard, GuardAnswer, GuardContext } from '../../../src/guards/guard.ts';
import { typescriptSyntax } from '../../../src/guards/typescript/typescript-syntax.ts';
import { typescriptTests } from '../../../src/guards/typescript/typescript-tests.ts';
import { typescriptTypes } from '../../../src/guards/typescript/typescript-types.ts';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';
import { hurried, neverLate, steadily } from '../hurried.ts';

/** The sandbox that every machine has. */
export async function openDeno(): Promise<Sandbox> {
  const deno = await createDeno({ cacheDirectory: cacheDirectory(process.env), log: () => {} });
  if (deno === undefined) throw new Error('Deno is not installed');
  return deno;
}

type Judge = (text: string, given?: object, more?: Partial<GuardContext>) => Promise<GuardAnswer>;

interface Judges {
  readonly syntax: Judge;
  readonly types: Judge;
  readonly tests: Judge;
}

/** Deno, opened once for a file of tests, and the guards in it; with `oneCompiler` a process of it answers all questions to the compiler. */
export function useDeno(prepared = (sandbox: Sandbox): Sandbox => sandbox): Judges & { readonly deno: () => Sandbox } {
  let deno: Sandbox;
  let judges: Judges;
  beforeAll(async () => {
    deno = prepared(await openDeno());
    judges = judgesIn(deno);
  });
  afterAll(() => deno.close());
  return {
    deno: () => deno,
    syntax: (...asked) => judges.syntax(...asked),
    types: (...asked) => judges.types(...asked),
    tests: (...asked) => judges.tests(...asked),
  };
}

/** The guards where every program may run for so many milliseconds only, and is at fault itself if it does not end within them. */
export function hurriedJudges(sandbox: Sandbox, wall: number): Judges {
  return judgesIn(neverLate(hurried(sandbox, wall)));
}

/** The guards as a tree calls them: options parsed, the artifact in a context. */
export function judgesIn(sandbox: Sandbox): Judges {
  const sandboxes = sandboxesOf([sandbox]);
  const judging =
    <Options>(guard: Guard<Options>): Judge =>
    (text, given = {}, more = {}) =>
      steadily(async () => guard.evaluate(guard.options.parse(given), aContext(text, more)));
  return {
    syntax: judging(typescriptSyntax(sandboxes)),
    types: judging(typescriptTypes(sandboxes)),
    tests: judging(typescriptTests(sandboxes)),
  };
}

/** The names of the tests that have not passed. */
export function unpassed({ data }: GuardAnswer): readonly unknown[] {
  const names = typeof data === 'object' && data !== null && 'tests' in data ? data.tests : [];
  return Array.isArray(names) ? names : [];
}
