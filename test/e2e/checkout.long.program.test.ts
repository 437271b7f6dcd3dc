// A checkout in a folder that nobody but its owner can enter, started by root and by an ordinary user (R82).

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { accountCan } from '../../src/platform/server-account.ts';
import { cloneCheckout, copyTemporal, give, warmCache } from '../support/processes/clone.ts';
import { createHome, end, endAll, type Home, type Service, serveDsap } from '../support/processes/dsap.ts';
import { mentioning, survivors, treeOf } from '../support/processes/process-table.ts';
import { until } from '../support/until.ts';

jest.setTimeout(60_000);

let home: Home;
beforeAll(async () => {
  home = await createHome();
});
afterAll(async () => {
  await endAll();
  await home.remove();
});

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const PORTS = { DSAP_PORT: '0', DSAP_TEMPORAL_PORT: '0', DSAP_TEMPORAL_UI_PORT: '0' };

/** Runs something whole, ends in good order, and answers what was printed. */
async function serveOnce({ program, pid, rest }: Service): Promise<string> {
  expect(await rest.get('/readyz')).toMatchObject({ status: 200 });
  const steps = [{ id: 'work', generator: { kind: 'llm', prompt: 'Work.' }, guard: { use: 'not-empty' } }];
  const id = await rest.start({ name: 'works', steps });
  expect(await rest.until(id, ({ status }) => status !== 'running')).toMatchObject({ status: 'completed' });
  const tree = await treeOf(pid);
  expect(await end(program, 'SIGTERM')).toBe(0);
  await until('nothing is left over', async () => {
    const left = [...(await survivors(tree)), ...(await mentioning(home.directory))];
    return left.length === 0 ? true : undefined;
  });
  return program.output();
}

const asRoot = isRoot ? test : test.skip;

asRoot(
  `R82: root starts a checkout under a 0700 folder${isRoot ? '' : ' (skipped: the tests do not run as root)'}`,
  async () => {
    const closed = path.join(home.directory, 'closed');
    const cache = path.join(home.directory, 'cache');
    await mkdir(closed, { mode: 0o700 });
    const command = await cloneCheckout(path.join(closed, 'clone'));
    await warmCache(cache);
    const env = { ...PORTS, DSAP_DATA_DIR: undefined, DSAP_CACHE_DIR: cache };
    const service = await serveDsap({ args: ['dev'], home, env, command, cwd: path.join(closed, 'clone') });
    expect((await treeOf(service.pid)).some(({ about }) => about.startsWith(path.join(cache, 'postgres-')))).toBe(true);
    expect(await serveOnce(service)).toContain(`data in ${path.join(cache, 'data')}${path.sep}`);
  },
);

const reachable = !isRoot || (await accountCan(NOBODY, '-x', process.execPath));
const asPerson = reachable ? test : test.skip;
const skipped = reachable ? '' : ' (skipped: the user nobody cannot enter this checkout)';

asPerson(`R82: an ordinary user starts a checkout of their own under a 0700 folder${skipped}`, async () => {
  const person = path.join(home.directory, 'person');
  const clone = path.join(person, 'clone');
  await mkdir(person, { mode: 0o700 });
  const command = await cloneCheckout(clone);
  await warmCache(path.join(person, '.cache', 'dsap'));
  const temporal = await copyTemporal(path.join(person, 'temporal'));
  if (isRoot) await give(person, NOBODY);
  const env = {
    ...PORTS,
    HOME: person,
    DSAP_DATA_DIR: undefined,
    DSAP_CACHE_DIR: path.join(person, '.cache', 'dsap'),
    DSAP_TEMPORAL_CLI: temporal,
  };
  const service = await serveDsap({
    args: ['dev'],
    home,
    env,
    command,
    cwd: clone,
    ...(isRoot && { account: NOBODY }),
  });
  expect(await serveOnce(service)).toContain(`data in ${path.join(clone, '.dsap', 'postgres')}`);
});
