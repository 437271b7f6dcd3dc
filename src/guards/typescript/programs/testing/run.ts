import { setImmediate } from 'node:timers';
import { strict } from './assert.ts';
import { mock } from './mock.ts';
import { type Hooks, newSuite, type Options, partsOf, type Suite, type Test } from './registry.ts';

interface Result {
  /** With the names of the suites around it. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'cannot-cross';
  readonly error?: unknown;
  /** Why it was skipped. */
  readonly reason?: string;
}

export interface Runner {
  begins(name: string): void;
  ends(result: Result): void;
  /** Waits while the other parts of the program go on. */
  wait(work: Promise<void>): Promise<void>;
}

/** An error that belongs to no call, such as one in a timer: it fails the test that runs. */
export function fault(error: unknown): void {
  faults.push({ error });
}

/** The first of the errors that belong to no call and to no test yet. */
export function takeFault(): Failure | undefined {
  return faults.splice(0).at(0);
}

/** The test that runs needs one process with the implementation. False when none runs. */
export function cannotCross(why: string): boolean {
  if (running > 0) refusals.push({ error: new Error(why) });
  return running > 0;
}

export type Failure = { readonly error: unknown };

const faults: Failure[] = [];
const refusals: Failure[] = [];
let running = 0;

/** The suites around a test, the outermost first. */
type Place = readonly Suite[];

export async function runSuite(suite: Suite, runner: Runner, outer: Place = []): Promise<void> {
  const place = [...outer, suite];
  const isSkipped = reasonIn(place.map(({ options }) => options)) !== undefined;
  const failure = isSkipped ? undefined : await failureOf(runner, () => inTurn(suite.hooks.before));
  for (const member of suite.members) {
    if (member.kind === 'suite') await runSuite(member, runner, place);
    else await runTest(member, runner, place, failure);
  }
  const late = isSkipped ? undefined : await failureOf(runner, () => inTurn(suite.hooks.after));
  if (late !== undefined) runner.ends({ name: nameIn(place, 'after the tests'), status: 'failed', ...late });
}

async function runTest(test: Test, runner: Runner, place: Place, before: Failure | undefined): Promise<void> {
  const name = nameIn(place, test.name);
  const reason = reasonToSkip(test, place);
  if (reason !== undefined) return runner.ends({ name, status: 'skipped', reason });
  runner.begins(name);
  const context = contextOf(test, runner, place);
  running += 1;
  const failure = before ?? (await failureOf(runner, () => runBody(test, context, place)));
  running -= 1;
  const [refusal] = refusals.splice(0);
  if (refusal !== undefined) return runner.ends({ name, status: 'cannot-cross', ...refusal });
  if (failure !== undefined) return runner.ends({ name, status: 'failed', ...failure });
  const own = context.reasonToSkip();
  return runner.ends({ name, ...(own === undefined ? { status: 'passed' } : { status: 'skipped', reason: own }) });
}

async function runBody({ body }: Test, context: Context, place: Place): Promise<void> {
  await inTurn(place.flatMap(({ hooks }) => hooks.beforeEach));
  try {
    if (body !== undefined) await call(body, context.given);
    const failed = await context.subtests();
    if (failed > 0) throw new Error(failed === 1 ? '1 of its subtests failed' : `${failed} of its subtests failed`);
    await nextTurn();
  } finally {
    await inTurn(place.toReversed().flatMap(({ hooks }) => hooks.afterEach));
  }
}

/** Rejections that nobody has handled come to light. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** With a second parameter a body says by a call when it is done. */
function call(body: Function, context: object): unknown {
  if (body.length < 2) return Reflect.apply(body, undefined, [context]);
  return new Promise<void>((resolve, reject) => {
    Reflect.apply(body, undefined, [context, (error: unknown) => (error == null ? resolve() : reject(error))]);
  });
}

interface Context {
  /** What the body is given. */
  readonly given: object;
  readonly reasonToSkip: () => string | undefined;
  /** Resolves with the number of subtests that have failed, when all have ended. */
  subtests(): Promise<number>;
}

function contextOf(test: Test, runner: Runner, place: Place): Context {
  const inner = newSuite(test.name);
  let subtests: Promise<void> = Promise.resolve();
  let failed = 0;
  let reason: string | undefined;
  const counting: Runner = {
    ...runner,
    ends(result) {
      if (result.status === 'failed') failed += 1;
      runner.ends(result);
    },
  };
  const hook = (kind: keyof Hooks) => (body: () => unknown) => void inner.hooks[kind].push(body);
  const saying = (option: keyof Options) => (why?: unknown) => {
    reason = reasonOf(option, why);
  };
  const given = {
    name: test.name,
    assert: strict,
    mock,
    skip: saying('skip'),
    todo: saying('todo'),
    diagnostic() {},
    after: hook('after'),
    beforeEach: hook('beforeEach'),
    afterEach: hook('afterEach'),
    test(...parts: readonly unknown[]) {
      subtests = subtests.then(() =>
        runTest({ kind: 'test', ...partsOf(parts) }, counting, [...place, inner], undefined),
      );
      return subtests;
    },
  };
  return {
    given,
    reasonToSkip: () => reason,
    async subtests() {
      await subtests;
      await inTurn(inner.hooks.after);
      return failed;
    },
  };
}

async function failureOf(runner: Runner, work: () => Promise<void>): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  await runner.wait(
    work().catch((error: unknown) => {
      failure = { error };
    }),
  );
  const own = takeFault();
  return failure ?? own;
}

async function inTurn(hooks: readonly (() => unknown)[]): Promise<void> {
  for (const hook of hooks) await hook();
}

/** A test without a body has nothing to say either. */
function reasonToSkip({ options, body }: Test, place: Place): string | undefined {
  const said = reasonIn([options, ...place.map((suite) => suite.options)]);
  return said ?? (body === undefined ? 'it has no body' : undefined);
}

function reasonIn(all: readonly Options[]): string | undefined {
  for (const options of all)
    for (const option of ['skip', 'todo'] as const)
      if (isSet(options[option])) return reasonOf(option, options[option]);
  return undefined;
}

function reasonOf(option: keyof Options, why: unknown): string {
  const what = option === 'skip' ? 'it was skipped' : 'it is still to be written';
  return typeof why === 'string' && why !== '' ? `${what}: ${why}` : what;
}

/** A reason counts as yes. */
function isSet(option: unknown): boolean {
  return option !== undefined && option !== false;
}

function nameIn(place: Place, name: string): string {
  return [...place.slice(1).map((suite) => suite.name), name].join(' > ');
}
