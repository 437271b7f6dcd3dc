// Bubblewrap with the real CPython and the real pytest: no forged implementation passes, one of each family, and one that kills itself is
// rejected. All are in real-pytest.long.sandbox.test.ts.
import { ONE_OF_EACH } from './forgeries.ts';
import { passNoMore } from './real-pytest.ts';
import { judged, openBwrap } from './support.ts';

const { sandbox: bwrap, missing } = await openBwrap();
const here = bwrap ? test : test.skip;

afterAll(() => bwrap?.close());

const title = (text: string) => `${text}${missing === '' ? '' : ` (not here: ${missing})`}`;

here(title('R33: an implementation that kills itself is rejected'), async () => {
  if (!bwrap) throw new Error('there is no bubblewrap here');
  const artifact = 'import os\n\n\ndef f():\n    os.kill(os.getpid(), 9)\n';
  const tests = 'from m import f\n\n\ndef test_f():\n    f()\n';
  const { problem } = await judged({ sandbox: bwrap, artifact, tests });
  expect(problem).toMatchObject({ kind: 'broken', message: expect.stringContaining('was ended by SIGKILL') });
});

passNoMore(bwrap, missing, ONE_OF_EACH);
