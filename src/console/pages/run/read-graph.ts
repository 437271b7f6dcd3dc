import { setTimeout as sleep } from 'node:timers/promises';
import { GraphView } from '../../../api/inspection/graph-view.ts';
import type { GraphOfRun } from '../../parts/drawn-graph.ts';
import { restOfRun } from '../../parts/paths.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';

/** Milliseconds that a page waits for a layout (console 2.2). The service goes on with it and caches it. */
const PATIENCE = 150;

/** Returns a run's graph; undefined if its layout takes longer than a page waits, or if it cannot be read. */
export function readGraph(rest: VisitorsRest, id: string): Promise<GraphOfRun | undefined> {
  const graph = read(rest, `${restOfRun(id)}/graph`, GraphView).catch(() => undefined);
  return Promise.race([graph, sleep(PATIENCE, undefined, { ref: false })]);
}
