/** Over a real PostgreSQL: the page of a run that has just begun finds its graph laid out (console 2.2). */
import { buildApp } from '../../../src/api/app.ts';
import { drawAhead } from '../../../src/api/inspection/draw-ahead.ts';
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
  [3, true],
  [60, true],
  [61, false],
])(
  'a run of %i steps, as it begins: what is asked of the layout is what its graph asks for later: %s',
  async (count, isAhead) => {
    const asked: Boxes[] = [];
    const layOut = async (boxes: Boxes) => {
      asked.push(boxes);
      return rowsOf(boxes);
    };
    const app = await buildApp({ ...api.dependencies, layOut, onBegun: drawAhead(layOut) });
    const payload = { workflow: { definition: aDocument({ steps: chain(count) }) } };
    const { id } = (await app.inject({ method: 'POST', url: '/v1/runs', payload })).json();
    expect(asked).toHaveLength(isAhead ? 1 : 0);
    await app.inject({ url: `/v1/runs/${id}/graph?format=svg` });
    const later = asked.at(-1);
    expect(later?.nodes).toHaveLength(count);
    expect(asked).toEqual(isAhead ? [later, later] : [later]);
    await app.close();
  },
);
