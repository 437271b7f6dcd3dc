import { programFiles } from '../../../src/guards/python/programs.ts';
import { type Job, runJob, type Sandbox } from '../../../src/sandbox/sandbox.ts';

const PROGRAM = `
import json, zipfile
from dsap_harness.undefined import undefined_names
from dsap_harness.syntax import problem
archive = zipfile.ZipFile(next(path for path in __import__('sys').path if path.endswith('.zip')))
names = [name for name in archive.namelist() if name.endswith('.py') and not name.startswith(('_pyodide', 'pyodide', 'pip'))]
found, count = {}, 0
for name in names:
    if archive.getinfo(name).file_size > MOST:
        continue
    source = archive.read(name).decode()
    assert problem(source, name) is None
    count += 1
    if undefined_names(source, name):
        found[name] = undefined_names(source, name)[0]
print(json.dumps({'count': count, 'found': found}))
`;

/** How many modules of Python's own library have at most so many bytes, and by file the first name that the linter does not find in them, with its line. */
export async function lintedLibrary(
  sandbox: Sandbox,
  most: number,
): Promise<{ readonly count: number; readonly found: Readonly<Record<string, readonly [string, number]>> }> {
  const files = { 'main.py': PROGRAM.replace('MOST', `${most}`), ...programFiles('lint', 'syntax') };
  const job: Job = { toolchain: 'python', argv: ['main.py'], files, limits: { wall: 120_000 } };
  const { stdout, stderr } = await runJob(sandbox, job, new AbortController().signal);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}
