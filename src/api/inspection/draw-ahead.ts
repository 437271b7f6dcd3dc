import { boxesOf, type LayOut } from '../../drawing/layout.ts';
import { drawingOf } from '../../drawing/seen/drawing.ts';
import type { Run } from '../../model/run.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';

/** Steps up to which a page draws a graph before anybody asks for it (console 2.2). */
const MOST = 60;

/** Has the graph of a run that begins laid out, so that whoever opens its page finds it drawn; answers before it is. */
export function drawAhead(layOut: LayOut): (run: Run) => void {
  return (run) => {
    if (run.plan.steps.length <= MOST) void layOut(boxesOf(drawingOf(topologyViewOf(run.plan.topology).graph(run))));
  };
}
