// Real sandboxes of this machine under real attacks; all that is attacked is made for it and goes with it.
import { type AttackName, attacksFor, BOUNDS, tryAttack } from './support/attacks.ts';
import { attackersOf, openBackends, openUnsafe } from './support/backends.ts';
import { readyIn } from './support/warmly.ts';

const backends = await openBackends();
const unsafe = await openUnsafe();

afterAll(async () => {
  const open = [unsafe, ...backends.flatMap(({ sandbox }) => sandbox ?? [])];
  await Promise.all(open.map((sandbox) => sandbox.close()));
});

/** Endless ones are waited for. */
const LIMITS = { ...BOUNDS, wall: 1_500 };

describe.each(backends)('$name', ({ sandbox, missing, known, waits }) => {
  const here = sandbox ? test : test.skip;
  const attempts = sandbox
    ? attackersOf(sandbox).flatMap((toolchain) => attacksFor(toolchain).map((name) => ({ toolchain, name })))
    : [];

  here(`is attacked${missing === undefined ? '' : ` (not here: ${missing})`}`, () => {
    expect(attempts.length).toBeGreaterThan(20);
  });

  for (const { toolchain, name } of attempts) {
    const verdict = known.includes(name) ? 'succeeded' : 'contained';
    here(`${name} in ${toolchain}: ${verdict}`, async () => {
      if (sandbox && waits && sandbox.pool?.().cold) await readyIn(sandbox);
      const seen = sandbox && (await tryAttack({ sandbox, toolchain, name, limits: LIMITS }));
      expect(`${seen?.verdict}: ${seen?.detail}`).toMatch(new RegExp(`^${verdict}: `));
    });
  }

  if (waits) {
    here('nearly all of them ran in a process that had waited (performance 4)', () => {
      const { warm = 0, cold = 0 } = sandbox?.pool?.() ?? {};
      expect(warm).toBeGreaterThan(cold);
    });
  }
});

/** Those that reach something of the host. */
const REACHING: readonly AttackName[] = [
  'procenv',
  'net',
  'unixpath',
  'fswrite',
  'fsread',
  'kill',
  'ps',
  'exec',
  'symlink',
];

describe('without a sandbox an attack succeeds, so it is one', () => {
  const attempts = attackersOf(unsafe).flatMap((toolchain) => REACHING.map((name) => ({ toolchain, name })));
  test.each(attempts)('$name in $toolchain', async ({ toolchain, name }) => {
    expect(await tryAttack({ sandbox: unsafe, toolchain, name })).toMatchObject({ verdict: 'succeeded' });
  });
});
