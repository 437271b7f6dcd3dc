import { CONSOLE } from '../../../api/session/own-path.ts';
import { generatorsIn, guardsIn, modelsIn } from '../../served/catalogues.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { partsScreen } from './parts.ts';

/** What may be named in a definition. */
export function addParts({ app, show }: Site): void {
  app.get(`${CONSOLE}/parts`, { ...PAGE, schema: HIDDEN }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const [judges, makers, models] = await Promise.all([guardsIn(rest), generatorsIn(rest), modelsIn(rest)]);
    const guards = judges.map((row) => ({
      ...row,
      facts: [
        row.nature,
        ...(row.judges === undefined ? [] : [`reads ${row.judges}`]),
        ...(row.sandbox ? ['runs in a sandbox'] : []),
      ],
    }));
    const made = makers.map(({ kind, name, ...row }) => ({
      ...row,
      isAgent: kind === 'agent' && name !== undefined,
      name: name === undefined ? kind : `${kind} ${name}`,
      facts: [],
    }));
    const generators = made.filter(({ isAgent }) => !isAgent);
    const agents = made.filter(({ isAgent }) => isAgent);
    return show(request, reply, partsScreen({ guards, generators, agents, models }));
  });
}
