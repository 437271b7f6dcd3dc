// Jobs that try to harm their parent, or the processes that wait beside them for theirs.
import { closePlaces, openPlaces, run, runWarm } from './places.ts';
import { HARMING, LOOKING } from './programs.ts';

const places = await openPlaces();
const cases = places.flatMap((place) => place.languages.map((language) => ({ ...place, language })));
const LIMITS = { wall: 1_500, processes: 32, output: 1_000_000 };

afterAll(() => closePlaces(places));

describe.each(cases)('$language in $name', ({ sandbox, missing, language }) => {
  const here = sandbox ? test : test.skip;

  here.each(Object.entries(HARMING))(
    `one that %s harms none that waits (performance 4)${missing}`,
    async (_, texts) => {
      if (!sandbox) return;
      await run(sandbox, { language, text: '', limits: LIMITS });
      const { stdout } = await runWarm(sandbox, { language, text: texts[language], limits: LIMITS });
      expect(stdout).not.toContain('TRACED');
      const next = await runWarm(sandbox, { language, text: LOOKING[language], limits: LIMITS });
      expect(next.ending).toEqual({ kind: 'exited', code: 0 });
    },
  );
});
