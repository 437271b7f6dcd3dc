// What every sandbox keeps, in children of a Python that forks.
import { keepsTheContract, PYTHON } from '../support/contract.ts';
import { forkingNow, isForked, openForking } from './forked.ts';

const { sandbox, said } = await openForking();
const here = sandbox && said.length === 0 ? describe : describe.skip;

afterAll(() => sandbox?.close());

here(`bubblewrap, forking${sandbox ? '' : ` (not here: ${said.join('; ')})`}`, () => {
  function forking() {
    if (sandbox) return sandbox;
    throw new Error('there is no bubblewrap here');
  }

  beforeAll(() => forkingNow(forking()));

  keepsTheContract(forking, PYTHON);

  test('the jobs above were forked, and so is the next one', async () => {
    expect(await isForked(forking())).toBe(true);
    expect(forking().pool?.().cold).toBe(1);
  });
});
