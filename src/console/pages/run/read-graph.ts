import { setTimeout as sleep } from 'node:timers/promises';
import { GraphView } from '../../../api/inspection/graph-view.ts';
import { laidIn } from '../../parts/laid.ts';
import { restOfRun } from '../../parts/paths.ts';
import { read, readText } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';
import type { Drawn } from './graph.ts';

/** Milliseconds that a page waits for a layout (console 2.2). The service goes on with it, and keeps it. */
const PATIENCE = 150;

/** A run's graph as the service draws it; undefined where that takes long, or nothing can be drawn. */
export function readGraph(rest: VisitorsRest, id: string): Promise<Drawn | undefined> {
  return Promise.race([drawnBy(rest, id), sleep(PATIENCE, undefined, { ref: false })]);
}

async function drawnBy(rest: VisitorsRest, id: string): Promise<Drawn | undefined> {
  const path = `${restOfRun(id)}/graph`;
  const [svg, { nodes }] = await Promise.all([readText(rest, `${path}?format=svg`), read(rest, path, GraphView)]).catch(
    (): [string, { nodes: Drawn['nodes'] }] => ['', { nodes: [] }],
  );
  const laid = laidIn(svg);
  // The run may have moved on between the two.
  return laid && laid.nodes.length === nodes.length ? { laid, nodes } : undefined;
}
