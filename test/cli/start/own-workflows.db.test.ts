import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Part } from '../../../src/cli/lifecycle.ts';
import { publishOwnWorkflows } from '../../../src/cli/start/own-workflows.ts';
import { readConfig } from '../../../src/config/settings.ts';
import { useApp } from '../../api/test-app.ts';
import { until } from '../../support/until.ts';

const api = useApp({ reach: { hosts: [], checkHosts: false, origins: [] } });
const greeting = (prompt: string) =>
  `name: own\nspecification: Say hello.\nsteps:\n  - {id: greet, generator: {kind: llm, prompt: ${prompt}}, guard: {use: not-empty}}\n`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-workflows-'));
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => rm(folder, { recursive: true }));

test('package 2: the definitions of a folder are published, again when they change, and what is wrong is told with its line', async () => {
  const told: string[] = [];
  const parts: Part[] = [];
  const tree = {
    print: (line: string) => void told.push(line),
    async start<Started extends Part>(
      _: string,
      begin: (stopping: AbortSignal) => Promise<Started>,
      say: (part: Started) => string,
    ) {
      const part = await begin(new AbortController().signal);
      parts.push(part);
      told.push(say(part));
      return part;
    },
  };
  const file = path.join(folder, 'own.yaml');
  await writeFile(file, greeting('Greet.'));
  await writeFile(path.join(folder, 'broken.yml'), 'name: broken\nsteps: 3\n');
  const { port } = Object(api.app.server.address());
  await publishOwnWorkflows(tree, { workflowsDirectory: folder, apiKey: undefined }, `http://127.0.0.1:${port}`);
  expect(told).toEqual([expect.stringMatching(/broken\.yml:\d+:\d+ is refused: .* · own version 1$/)]);
  await writeFile(file, greeting('Greet warmly.'));
  await until('the change is published', async () => told.includes('workflows: own version 2') || undefined);
  for (const part of parts) await part.close();
});

test('package 2: `dsap dev` finds parts.ts and workflows/ in its folder; what is set by hand, and other commands, do without', async () => {
  const read = (command: 'dev' | 'demo', env: NodeJS.ProcessEnv = {}) => readConfig(command, env, folder);
  expect(read('dev').workerModule).toBeUndefined();
  await writeFile(path.join(folder, 'parts.js'), '');
  expect(read('dev').workerModule).toBe(path.join(folder, 'parts.js'));
  await writeFile(path.join(folder, 'parts.ts'), '');
  expect(read('dev').workerModule).toBe(path.join(folder, 'parts.ts'));
  expect(read('dev', { DSAP_WORKER_MODULE: 'mine.ts' }).workerModule).toBe(path.join(folder, 'mine.ts'));
  expect([read('demo').workerModule, read('dev').workflowsDirectory]).toEqual([undefined, undefined]);
});
