// Bubblewrap with the real CPython and the real pytest: no forged implementation passes, and one that kills itself is rejected.
import type { Protocol } from '../../../src/guards/python/test-report.ts';
import { FORGERIES, FORGERY_TESTS } from './forgeries.ts';
import { forgedSamples, judged, openBwrap, verdictOf } from './support.ts';

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

describe('with the real pytest', () => {
  const samples = forgedSamples();

  here.each(FORGERIES)(title('$name passes no more than with ours'), async ({ name, split, canary }) => {
    if (!bwrap) throw new Error('there is no bubblewrap here');
    const run = { sandbox: bwrap, artifact: samples[name] ?? '', tests: FORGERY_TESTS };
    for (const [protocol, verdict] of Object.entries({ split, canary } as const)) {
      const found = verdictOf(await judged({ ...run, protocol: protocol as Protocol }));
      expect([protocol, found === 'pass']).toEqual([protocol, verdict === 'pass']);
    }
  });
});
