import { ANY, type Graph, STATELESS, standingOf, styleOf } from './graph.ts';

/** A graph of states as a Mermaid flowchart: the present state filled, moves that were made drawn thick with their number. */
export function stateMermaid({ nodes, edges }: Graph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `s${index}`]));
  return [
    'flowchart TD',
    ...nodes.map((node) => {
      const { id, goal, asking, status } = node;
      const isBusy = status !== STATELESS && (asking || node.attempts !== undefined);
      const label = status === ANY ? 'any state' : isBusy ? `${id}<br/>${standingOf(node)}` : id;
      const box = goal ? `(["${label}"])` : `["${label}"]`;
      return `  ${names.get(id)}${box}${styleOf(node)}`;
    }),
    ...edges.map(({ from, to, optional, taken = 0 }) => {
      const arrow = taken > 0 ? `== ${taken} ==>` : optional ? '-.->' : '-->';
      return `  ${names.get(from)} ${arrow} ${names.get(to)}`;
    }),
    '  classDef current fill:#d3f2dc,stroke-width:3px',
    '  classDef visited fill:#eeeeee',
    '  classDef asking fill:#ffedc2,stroke-width:3px',
    '  classDef any stroke-dasharray: 4 4',
    '',
  ].join('\n');
}
