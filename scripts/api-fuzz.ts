// `npm run api:fuzz`: what tools from outside make of the API's OpenAPI document, against a service of its own. schemathesis sends requests
// that keep to the document and that do not, in a fixed order, and compares the answers with it; openapi-python-client makes a client, by
// which the README's example runs, as it does by the types of openapi-typescript. Not in `npm test`: it takes minutes, and a Python with
// packages from PyPI. `-- <seed>` sends others; what follows the seed is schemathesis's, such as `--phases coverage` for the shortest part that
// knows all operations.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { startService } from '../bench/harness/service.ts';
import { createRest, type Rest } from '../test/support/engine/rest.ts';
import { CLIENT } from '../test/support/engine/typed-client.ts';
import { type Python, pythonWith } from '../test/support/processes/python.ts';
import { type Standing, settingsFor } from './api-fuzz/settings.ts';

const PACKAGES = ['schemathesis==4.32.5', 'hypothesis==6.170.15', 'openapi-python-client==0.29.1', 'mypy==2.4.1'];
const Open = z.object({ data: z.array(z.object({ id: z.string() })) });
const HERE = fileURLToPath(new URL('api-fuzz/', import.meta.url));

const [seed = '25', ...further] = process.argv.slice(2);
const python = await pythonWith(...PACKAGES);
if ('why' in python) throw new Error(python.why);
const folder = await mkdtemp(path.join(tmpdir(), 'dsap-api-fuzz-'));
const service = await startService({ dataDirectory: path.join(folder, 'data') });
try {
  const document = await fetch(new URL('/openapi.json', service.apiUrl));
  await writeFile(path.join(folder, 'openapi.json'), await document.text());
  await tryTypes();
  await tryClient(python);
  await fuzz(python, createRest(service.apiUrl));
} finally {
  await service.close();
  await rm(folder, { recursive: true });
}

/** A client of TypeScript, whose types `npm test` checks, says hello. */
async function tryTypes(): Promise<void> {
  await writeFile(path.join(folder, 'client.ts'), CLIENT);
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
  const said = await run(process.execPath, ['client.ts', service.apiUrl, 'by-types'], 'pipe');
  if (said.trim() !== 'Hello Ada!') throw new Error(`The client of TypeScript read ${JSON.stringify(said)}.`);
  console.log("openapi-typescript: the README's example runs");
}

/** A client of Python, its types checked, says hello. */
async function tryClient(tools: Python): Promise<void> {
  const made = path.join(folder, 'dsap_client');
  const options = ['--path', 'openapi.json', '--output-path', made, '--meta', 'none'];
  await runPython(tools, ['-m', 'openapi_python_client', 'generate', ...options], 'pipe');
  await copyFile(path.join(HERE, 'hello.py'), path.join(folder, 'hello.py'));
  await runPython(tools, ['-m', 'mypy', '--strict', '--follow-imports', 'silent', 'hello.py'], 'inherit');
  const said = await runPython(tools, ['hello.py', service.apiUrl, 'by-python'], 'pipe');
  if (said.trim() !== 'Hello Ada!') throw new Error(`The client of Python read ${JSON.stringify(said)}.`);
  console.log("openapi-python-client: the README's example runs, and its types hold");
}

/** Requests of every kind, in an order that the seed decides. Throws where an answer is not as the document says. */
async function fuzz(tools: Python, rest: Rest): Promise<void> {
  const settings = path.join(folder, 'schemathesis.toml');
  await writeFile(settings, settingsFor(path.join(HERE, 'hooks.py'), await standing(rest)));
  const location = new URL('/openapi.json', service.apiUrl).href;
  const bounds = ['--seed', seed, '--max-examples', '15', '--generation-database', 'none', '--request-timeout', '20'];
  const options = ['--continue-on-failure', '--no-color', '--warnings', 'off', ...further];
  await runPython(
    tools,
    ['-m', 'schemathesis.cli', '--config-file', settings, 'run', location, ...bounds, ...options],
    'inherit',
  );
}

/** Beside the run of the client: one that asks a person, and one that waits for agreement. */
async function standing(rest: Rest): Promise<Standing> {
  const asking = await rest.start({ name: 'asking', defaults: { rMax: 0 }, ...greeting('Good day.') });
  await rest.until(asking, ({ status }) => status === 'escalated');
  const { body } = await rest.get('/v1/escalations');
  const search = { name: 'search', topology: 'and-or', specification: 'Greet.' };
  const waiting = await rest.start({ ...search, ...greeting('Hello!') });
  const escalations = Open.parse(body).data.map(({ id }) => id);
  return { runs: ['by-python', asking, waiting], escalations };
}

function greeting(output: string) {
  const guard = { use: 'contains', with: { text: 'Hello' } };
  return {
    model: { name: 'sim:script', extra: { sim: { outputs: { greet: [output] } } } },
    steps: [{ id: 'greet', generator: { kind: 'llm', prompt: 'Greet.' }, guard }],
  };
}

/** Runs a program of Python. */
async function runPython({ program, packages }: Python, args: readonly string[], stdout: Stdout): Promise<string> {
  return run(program, args, stdout, { PYTHONPATH: packages, PATH: `${packages}/bin:${process.env['PATH']}` });
}

type Stdout = 'inherit' | 'pipe';

/** Runs a program in the folder and answers what it prints, or shows it. Throws when it fails. */
async function run(file: string, args: readonly string[], stdout: Stdout, env: object = {}): Promise<string> {
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${String(code)}: ${said}`);
  return said;
}
