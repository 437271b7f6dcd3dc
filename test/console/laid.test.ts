/** What a page takes of a drawing: where things lie (console 2.2). */
import { laidIn } from '../../src/console/parts/laid.ts';
import type { Layout } from '../../src/drawing/layout.ts';
import type { Drawing } from '../../src/drawing/seen/drawing.ts';
import { drawn } from '../../src/drawing/seen/svg.ts';

const HOSTILE = '</text><g class="node bad"><rect x="1"/><text x="1" y="1">';

const drawing: Drawing = {
  nodes: [
    { id: 'one', lines: ['one', 'satisfied', '1 of 4 attempts'], tone: 'good', shape: 'step' },
    { id: 'all', lines: ['all', 'won'], tone: 'good', shape: 'group' },
    { id: HOSTILE, lines: [HOSTILE, 'current'], tone: 'active', shape: 'state', goal: true },
  ],
  edges: [
    { from: 'one', to: 'all', dashed: true },
    { from: 'all', to: HOSTILE, dashed: false, label: '2×' },
  ],
};

const layout: Layout = {
  width: 300.4,
  height: 200,
  nodes: [
    { x: 91, y: 20 },
    { x: 150, y: 90 },
    { x: 91, y: 170 },
  ],
  edges: [
    {
      curve: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 2, y: 2 },
        { x: 3.25, y: 3 },
      ],
    },
    {
      curve: [
        { x: 4, y: 4 },
        { x: 5, y: 5 },
        { x: 6, y: 6 },
        { x: 7, y: 7 },
      ],
      label: { x: 8, y: 9 },
    },
  ],
};

test('console 2.2: nodes, edges and labels stand where the service has laid them, whatever they are called', async () => {
  const laid = laidIn(await drawn('Graph of <run>', drawing, () => Promise.resolve(layout)));
  expect(laid).toMatchObject({
    width: 325,
    height: 224,
    viewBox: '-12 -12 325 224',
    edges: [
      { dashed: true, curve: expect.stringMatching(/^M0 0C1 1/) },
      { dashed: false, curve: expect.stringMatching(/^M4 4C/) },
    ],
    labels: [{ x: 8, y: 13, text: '2×' }],
    nodes: [
      { first: { x: 91, y: 7 }, goal: false, outline: { rx: '5' } },
      { goal: false, outline: { d: expect.stringMatching(/^M150 .*z$/) } },
      { goal: true, outline: { width: expect.any(String) } },
    ],
  });
});

test.each(['', 'no drawing', '<svg width="3">', '<html><svg xmlns="x" width="1" height="1" viewBox="0 0 1 1"></svg>'])(
  'what is no drawing of the service is none: %j',
  (text) => expect(laidIn(text)).toBeUndefined(),
);
