// Real processes that were made ready before their job.
import { closePlaces, openPlaces, run, runWarm } from './places.ts';
import { LEAVING, LOOKING } from './programs.ts';

const places = await openPlaces();
const cases = places.flatMap((place) => place.languages.map((language) => ({ ...place, language })));

afterAll(() => closePlaces(places));

describe.each(cases)('$language in $name', ({ plain, sandbox, missing, language }) => {
  const here = sandbox ? test : test.skip;

  here(
    `finds what it finds without waiting, and nothing that one before it has left (performance 4)${missing}`,
    async () => {
      if (!(plain && sandbox)) return;
      const looking = { language, text: LOOKING[language], input: 'typed' };
      const cold = await run(plain, looking);
      expect(cold).toMatchObject({ ending: { kind: 'exited', code: 0 }, stdout: expect.stringContaining('typed') });
      expect((await run(sandbox, looking)).stdout).toBe(cold.stdout);
      expect((await runWarm(sandbox, { language, text: LEAVING[language] })).stdout).toBe('left\n');
      const warm = await runWarm(sandbox, looking);
      expect({ stdout: warm.stdout, stderr: warm.stderr }).toEqual({ stdout: cold.stdout, stderr: '' });
    },
  );
});
