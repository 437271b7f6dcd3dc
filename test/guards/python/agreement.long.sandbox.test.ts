// Real Python in Deno with our own small pytest, in one interpreter, and under bubblewrap with the real one: both say the same of every
// sample.
import { runPythonTests } from '../../../src/guards/python/run-tests.ts';
import type { Protocol, TestReport, TestRun } from '../../../src/guards/python/test-report.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openBwrap, openOneInterpreter, type SampleFolder, testedIn } from './support.ts';

const deno = await openOneInterpreter(['unittest.mock']);
const { sandbox: bwrap, missing } = await openBwrap();
const here = bwrap ? test : test.skip;
const { signal } = new AbortController();

afterAll(() => Promise.all([deno.close(), bwrap?.close()]));

/** What became of each test, in no order. */
function outcomes({ tests, problem }: TestReport) {
  return { problem: problem?.kind, tests: Object.fromEntries(tests.map(({ id, outcome }) => [id, outcome])) };
}

async function inBoth(run: (sandbox: Sandbox) => Promise<TestReport>) {
  if (!bwrap) throw new Error('there is no bubblewrap here');
  return [outcomes(await run(deno)), outcomes(await run(bwrap))] as const;
}

const title = (text: string) => `${text}${missing === '' ? '' : ` (not here: ${missing})`}`;

const FOLDERS: readonly (readonly [SampleFolder, Protocol | undefined])[] = [
  ['framework', 'split'],
  ['framework', 'canary'],
  ['honest', 'split'],
  ['honest', 'canary'],
  ['one-process', undefined],
  ['one-process', 'split'],
];

here.each(FOLDERS.map(([folder, protocol]) => ({ folder, protocol })))(
  title('$folder, $protocol'),
  async ({ folder, protocol }) => {
    const tested: Pick<TestRun, 'files' | 'tests'> = testedIn(folder);
    const [ours, theirs] = await inBoth((sandbox) => runPythonTests({ sandbox, ...tested, protocol, signal }));
    expect(ours).toEqual(theirs);
  },
);
