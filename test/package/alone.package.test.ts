// The tarball where there is Node with npm, a shell, and nothing else: no git, Python, compiler, tar, browser, and nothing of the clone.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CHECKOUT } from '../support/processes/dsap.ts';
import { HOME, makeAlone, OUTSIDE } from './support/alone.ts';
import { DSAP, type Serving, serve } from './support/consumer.ts';
import { hello } from './support/hello.ts';

// Nothing is said of how long an install takes.
jest.setTimeout(900_000);

const alone = await makeAlone();
const title =
  'why' in alone ? `package 1: Node and npm alone (skipped: ${alone.why})` : 'package 1: Node and npm alone';

let serving: Serving | undefined;
afterEach(async () => {
  const left = serving;
  serving = undefined;
  await left?.kill();
});

('why' in alone ? describe.skip : describe)(title, () => {
  const { command, inside } = 'why' in alone ? { command: [], inside: () => Promise.reject(new Error()) } : alone;
  const asked = (js: string) => inside(`node -p 'JSON.stringify(${js})'`);

  beforeAll(async () => {
    const { code, output } = await inside(`npm install ../${path.basename(DSAP)}`);
    if (code !== 0) throw new Error(output);
  });
  // Two installs are more than a small disk has beside those of the other suite.
  afterAll(() => rm(OUTSIDE, { recursive: true, force: true }));

  test('the root has no other program, and nothing of the clone', async () => {
    const seen = await asked(
      '["/", "/bin", "/usr/bin", "/usr/local/bin", "/usr/lib"].map((it) => fs.existsSync(it) ? fs.readdirSync(it).sort() : [])',
    );
    const [root = [], bin, usrBin, localBin, lib = []]: string[][] = JSON.parse(seen.output);
    expect([bin, usrBin, localBin]).toEqual([['sh'], ['env'], ['node', 'npm', 'npx']]);
    expect(root.filter((name) => !/^(?:bin|dev|etc|home|lib|lib64|proc|tmp|usr)$/.test(name))).toEqual([]);
    expect(lib.filter((name) => /python|gcc|git|chromium|node_modules/.test(name))).toEqual([]);
    for (const name of ['git', 'python3', 'cc', 'tar', 'chromium', 'temporal', 'postgres', 'bwrap']) {
      expect([name, (await inside(`command -v ${name}`)).output]).toEqual([name, '']);
    }
    expect((await asked(`fs.existsSync("${CHECKOUT}")`)).output).toBe('false\n');
  });

  test('from the installed tarball comes a guarded result, programs fetched; after how many seconds is printed (goal: 60)', async () => {
    const began = performance.now();
    await writeFile(path.join(OUTSIDE, 'app/hello.yaml'), hello());
    serving = await serve('/', [...command, 'npx', 'dsap', 'dev']);
    const ask = 'npx dsap run start hello.yaml --set who=Ada --id first --watch';
    expect(await inside(ask, 'app', serving.env)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/✕ guard.verdict {2}greet 1[^]*✓ Completed/),
    });
    expect((await inside('npx dsap run result first', 'app', serving.env)).output).toContain('Hello Ada!');
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`with Node and npm alone: a guarded result ${seconds.toFixed(1)} s after the install\n`);
  });

  test('dsap init installs, and its next two commands do what they say', async () => {
    const made = await inside('npx dsap init ../mine --template extract');
    expect(made).toMatchObject({ code: 0 });
    const [, first = '', second = ''] = /Next:\n {2}(.*)\n {2}(.*)\n/.exec(made.output) ?? [];
    expect([first, second]).toEqual(['cd ../mine && npm test', 'npm start']);
    expect(await inside(first)).toMatchObject({ code: 0, output: expect.stringMatching(/fail 0/) });
    serving = await serve('/', [...command, '/bin/sh', '-c', `cd ${HOME}/mine && exec ${second}`]);
    const ask = 'npx dsap run start extract --set text="Ada: chairs 120, table 80. Total 200." --id first --watch';
    expect(await inside(ask, 'mine', serving.env)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/✕[^]*✓ Completed/),
    });
  });
});
