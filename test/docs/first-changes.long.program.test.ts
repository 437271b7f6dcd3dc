// ARCHITECTURE.md says how many files of src a newcomer's first change takes: each is made here, in a copy, and shown to work.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CHANGES, type FirstChange, PLANNED } from './first-changes/changes.ts';

const run = promisify(execFile);
const TSC = path.resolve('node_modules/typescript/bin/tsc');
let copy: string;

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'first-changes-'));
  for (const shared of ['node_modules', 'definitions', 'examples'])
    symlinkSync(path.resolve(shared), path.join(copy, shared));
  for (const file of ['package.json', 'src']) cpSync(file, path.join(copy, file), { recursive: true });
  writeFileSync(
    path.join(copy, 'tsconfig.json'),
    JSON.stringify({ ...JSON.parse(readFileSync('tsconfig.json', 'utf8')), include: ['src'] }),
  );
  writeFileSync(path.join(copy, 'planned.ts'), PLANNED);
  for (const change of CHANGES) await make(change);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function make({ added, edited }: FirstChange): Promise<void> {
  for (const [file, text] of Object.entries(added)) {
    const target = path.join(copy, 'src', file);
    await mkdir(path.dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
  }
  for (const [file, edits] of Object.entries(edited)) {
    const target = path.join(copy, 'src', file);
    const text = edits.reduce(
      (before, [there, instead]) => {
        if (before.split(there).length !== 2) throw new Error(`${file} does not have this once: ${there}`);
        return before.replace(there, () => instead);
      },
      readFileSync(target, 'utf8'),
    );
    writeFileSync(target, text);
  }
}

/** Its own folder counts for nothing: whoever adds a topology writes that. */
function countOf({ added, edited }: FirstChange): number {
  const files = [...Object.keys(added), ...Object.keys(edited)];
  return files.filter((file) => !/^topologies\/[^/]+\//.test(file)).length;
}

/** `| a guard | 2 | where |` */
const table = new Map(
  readFileSync('ARCHITECTURE.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, what = '', files = ''] = line.split('|').map((cell) => cell.trim());
      const count = /^(?:its folder and )?(?<count>\d+)$/.exec(files)?.groups?.['count'];
      return count === undefined ? [] : [[what, Number(count)] as const];
    }),
);

test('the table names each of these changes, with the number of files that it takes', () => {
  expect(Object.fromEntries(table)).toEqual(
    Object.fromEntries(CHANGES.map((change) => [change.what, countOf(change)])),
  );
});

test('all of them together compile', async () => {
  const { stdout } = await run(process.execPath, [TSC, '--noEmit', '-p', copy]).catch((failed) => failed);
  expect(stdout).toBe('');
}, 180_000);

test.each(CHANGES.map((change, at) => [change.what, change.shows, at] as const))(
  '%s does what it is for',
  async (_what, shows, at) => {
    const program = path.join(copy, `shows-${at}.ts`);
    writeFileSync(program, shows);
    const told = await run(process.execPath, [program], { cwd: copy, env: { PATH: process.env['PATH'] ?? '' } }).catch(
      (failed) => failed,
    );
    expect(told.stderr).toBe('');
  },
);
