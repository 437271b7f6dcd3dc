/** Over a real PostgreSQL: the page of a run that has just begun finds its graph laid out (console 2.2). */
import { buildApp } from '../../../src/api/app.ts';
import { drawingAhead } from '../../../src/api/inspection/draw-ahead.ts';
import { rowsOf } from '../../../src/drawing/laid/rows.ts';
import type { Boxes } from '../../../src/drawing/layout.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const chain = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${at}`,
    requires: at === 0 ? [] : [`s${at - 1}`],
    generator: { kind: 'llm', prompt: 'Go.' },
    guard: { use: 'not-empty' },
  }));

test.each([
  ['a run of 3 steps', 3, 0, true],
  ['a run of 60 steps, ten minutes after the last look', 60, 600_000, true],
  ['a run of 61 steps', 61, 0, false],
  ['a run that begins when nobody has looked for longer', 3, 600_001, false],
])(
  '%s: what is asked of the layout as it begins is what its graph asks for later',
  async (_, count, since, isAhead) => {
    const asked: Boxes[] = [];
    let now = 0;
    const drawing = drawingAhead(
      async (boxes) => {
        asked.push(boxes);
        return rowsOf(boxes);
      },
      () => now,
    );
    const app = await buildApp({ ...api.dependencies, ...drawing });
    const begin = async (steps: number): Promise<string> => {
      const payload = { workflow: { definition: aDocument({ steps: chain(steps) }) } };
      return (await app.inject({ method: 'POST', url: '/v1/runs', payload })).json().id;
    };
    const look = (id: string) => app.inject({ url: `/v1/runs/${id}/graph?format=svg` });
    const first = await begin(2);
    expect(asked).toEqual([]);
    await look(first);
    now += since;
    const id = await begin(count);
    const ahead = asked.splice(1);
    await look(id);
    const later = asked.at(-1);
    expect(later?.nodes).toHaveLength(count);
    expect(ahead).toEqual(isAhead ? [later] : []);
    await app.close();
  },
);
