/** What is used of the tests as jest holds them while a suite runs: it has no public way to run one of them again. */
export interface Block {
  readonly type: 'describeBlock';
  readonly name: string;
  readonly mode?: string | null;
  readonly parent?: Block;
  readonly children: readonly (Block | Case)[];
  readonly hooks: readonly Hook[];
}

export interface Case {
  readonly type: 'test';
  readonly name: string;
  readonly mode?: string | null;
  readonly fn?: (this: object) => unknown;
  readonly parent: Block;
  readonly errors: readonly unknown[];
}

interface Hook {
  readonly type: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';
  readonly fn: (this: object) => unknown;
  readonly parent: Block;
}

/** The outermost block of the suite that is under way. */
export function suiteUnderWay(): Block {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state: { readonly rootDescribeBlock?: Block } | undefined = symbol && Reflect.get(globalThis, symbol);
  const root = state?.rootDescribeBlock;
  if (!root)
    throw new Error('This version of jest keeps its tests elsewhere: look for rootDescribeBlock in jest-circus.');
  return root;
}

/** Its tests that are run, in order. */
export function casesOf(block: Block): readonly Case[] {
  if (block.mode === 'skip') return [];
  return block.children.flatMap((child) => {
    if (child.type === 'describeBlock') return casesOf(child);
    return child.mode === 'skip' || child.mode === 'todo' ? [] : [child];
  });
}

export function titleOf({ name, parent }: Case): string {
  return [
    ...around(parent)
      .slice(1)
      .map((block) => block.name),
    name,
  ].join(' ');
}

/** The hooks of the suite itself, those of `own` left out. */
export function hooksOf(block: Block, type: Hook['type'], own: ReadonlySet<unknown>): readonly Hook[] {
  return block.hooks.filter((hook) => hook.type === type && !own.has(hook.fn));
}

/** Runs tests in order, as jest would, and answers the first that fails; after it none is run. */
export async function firstFailure(
  cases: readonly Case[],
  own: ReadonlySet<unknown>,
  patience: number,
): Promise<Case | undefined> {
  const entered = new Set<Block>();
  for (const each of cases) {
    const blocks = around(each.parent);
    const outward = blocks.toReversed();
    const steps = [
      ...blocks.filter((block) => !entered.has(block)).flatMap((block) => hooksOf(block, 'beforeAll', own)),
      ...blocks.flatMap((block) => hooksOf(block, 'beforeEach', own)),
    ].map(({ fn }) => fn);
    const after = outward.flatMap((block) => hooksOf(block, 'afterEach', own)).map(({ fn }) => fn);
    for (const block of blocks) entered.add(block);
    if (!(await passes([...steps, each.fn ?? nothing], after, patience))) return each;
  }
  return undefined;
}

async function passes(steps: readonly Step[], after: readonly Step[], patience: number): Promise<boolean> {
  const context = {};
  const run = async (all: readonly Step[]) => {
    for (const step of all) {
      const answer = step.call(context);
      if (answer instanceof Promise) await within(answer, patience);
    }
  };
  try {
    await run(steps);
    return true;
  } catch {
    return false;
  } finally {
    await run(after).catch(nothing);
  }
}

type Step = (this: object) => unknown;

function nothing(): void {}

/** Patience is counted in turns of the loop, each at least `TURN_MS` long: a process that gets no time on a busy machine is not late. */
function within(answer: Promise<unknown>, milliseconds: number): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  let left = Math.ceil(milliseconds / TURN_MS);
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) late.reject(new Error('too long'));
  }, TURN_MS);
  return Promise.race([answer, late.promise]).finally(() => clearInterval(timer));
}

const TURN_MS = 50;

function around(block: Block): readonly Block[] {
  return block.parent ? [...around(block.parent), block] : [block];
}
