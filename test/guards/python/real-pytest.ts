import type { Protocol } from '../../../src/guards/python/test-report.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type FORGERIES, FORGERY_TESTS } from './forgeries.ts';
import { forgedSamples, judged, verdictOf } from './support.ts';

/** Under bubblewrap the forgeries pass where they do with ours, and nowhere else; skipped where it is `missing`. */
export function passNoMore(
  sandbox: Sandbox | undefined,
  missing: string,
  forgeries: readonly (typeof FORGERIES)[number][],
): void {
  const samples = forgedSamples();
  const here = sandbox ? test : test.skip;
  const why = missing === '' ? '' : ` (not here: ${missing})`;

  here.each(forgeries)(
    `with the real pytest $name passes no more than with ours${why}`,
    async ({ name, split, canary }) => {
      if (!sandbox) throw new Error('there is no bubblewrap here');
      const run = { sandbox, artifact: samples[name] ?? '', tests: FORGERY_TESTS };
      for (const [protocol, verdict] of Object.entries({ split, canary } as const)) {
        const found = verdictOf(await judged({ ...run, protocol: protocol as Protocol }));
        expect([protocol, found === 'pass']).toEqual([protocol, verdict === 'pass']);
      }
    },
  );
}
