// Bubblewrap with the real CPython and the real pytest: no forged implementation passes.
import { FORGERIES } from './forgeries.ts';
import { passNoMore } from './real-pytest.ts';
import { openBwrap } from './support.ts';

const { sandbox, missing } = await openBwrap();
const forking = await openBwrap({ fork: true });

afterAll(() => Promise.all([sandbox?.close(), forking.sandbox?.close()]));

passNoMore(sandbox, missing, FORGERIES);

describe('in children of parents', () => {
  passNoMore(forking.sandbox, forking.missing, FORGERIES);

  const here = forking.sandbox ? test : test.skip;
  here('nearly all of them were forked', () => {
    const { warm = 0, cold = 0 } = forking.sandbox?.pool?.() ?? {};
    expect(warm).toBeGreaterThan(4 * cold);
  });
});
