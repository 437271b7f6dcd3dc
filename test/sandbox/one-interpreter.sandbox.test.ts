// What many suites rely on: in one interpreter each program finds what it would find in a process of its own.
import { runJob, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { openDeno } from '../guards/python/support.ts';
import { oneInterpreter } from './support/one-interpreter.ts';

const never = new AbortController().signal;
let starts = 0;
let shared: Sandbox;

beforeAll(async () => {
  const deno = await openDeno();
  shared = oneInterpreter({
    ...deno,
    start(job, signal) {
      starts += 1;
      return deno.start(job, signal);
    },
  });
});
afterAll(() => shared.close());

const run = (text: string, input = '') =>
  runJob(shared, { toolchain: 'python', argv: ['main.py', 'one'], files: { 'main.py': text } }, never, input);

const LEAVING = `
import atexit, builtins, json, linecache, os, random, sys, types, unittest.mock, warnings
builtins.left = json.left = unittest.mock.left = os.environ['LEFT'] = 'x'
builtins.len = lambda each: 7
sys.modules['left'] = types.ModuleType('left')
sys.path.append('/left')
sys.meta_path.clear()
sys.setrecursionlimit(123)
linecache.cache['left'] = ()
warnings.simplefilter('error')
random.seed(1)
json.dumps = sys.stdout = sys.stdin = None
os.makedirs('/work/left')
os.chdir('/work/left')
atexit.register(lambda: None)
`;

const LOOKING = `
import builtins, json, linecache, os, random, sys, unittest, warnings
print(json.dumps([
    hasattr(builtins, 'left'), hasattr(json, 'left'), dict(os.environ), len([]), 'left' in sys.modules,
    sys.path, [str(each) for each in sys.meta_path], sys.getrecursionlimit(), 'left' in linecache.cache,
    len(warnings.filters), random.random(), os.getcwd(), sorted(os.listdir()), sys.argv, __name__, hasattr(unittest, 'mock'),
    'unittest.mock' in sys.modules, sys.stdin.read(),
]))
`;

test('a program finds nothing of those before it', async () => {
  const first = await run(LOOKING, 'typed');
  expect(first).toMatchObject({ ending: { kind: 'exited', code: 0 }, stderr: '' });
  expect(await run(LEAVING)).toMatchObject({ ending: { kind: 'exited', code: 0 }, stderr: '' });
  expect((await run(LOOKING, 'typed')).stdout).toBe(first.stdout);
  expect(starts).toBe(1);
});

test.each([
  ['import sys\nsys.exit(4)', 4, ''],
  ['import sys\nsys.exit("said")', 1, 'said\n'],
  ['raise ValueError(3)', 1, 'ValueError: 3\n'],
  ['import atexit\natexit.register(print, "last")', 0, ''],
])('%j ends as by itself', async (text, code, stderr) => {
  const ended = await run(text);
  expect(ended).toMatchObject({ ending: { kind: 'exited', code }, stderr: expect.stringContaining(stderr) });
});

test('a program that ends the process ends as by itself, and the next one gets another interpreter', async () => {
  const before = starts;
  expect(await run('import os\nprint(1)\nos._exit(5)')).toMatchObject({ ending: { kind: 'exited', code: 5 } });
  expect((await run('print(2)')).stdout.trim()).toBe('2');
  expect(starts).toBe(before + 1);
});

test('one that is killed makes way for the next', async () => {
  const job = { toolchain: 'python', argv: ['main.py'], files: { 'main.py': 'input()\nprint("never")' } } as const;
  const waiting = shared.start(job, never);
  waiting.kill();
  expect((await waiting.finished).stdout).not.toContain('never');
  expect((await run('print(3)')).stdout.trim()).toBe('3');
});
