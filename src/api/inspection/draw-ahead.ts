import { boxesOf, type LayOut } from '../../drawing/layout.ts';
import { drawingOf } from '../../drawing/seen/drawing.ts';
import type { Run } from '../../model/run.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';

/** Steps up to which a page draws a graph before anybody asks for it (console 2.2). */
const MOST = 60;
/** Milliseconds after a drawing was asked for in which the next runs are drawn ahead: a service at which nobody looks draws nothing. */
const LOOKING = 600_000;

/** The same layout, which knows when it was asked for last. */
interface DrawingAhead {
  readonly layOut: LayOut;
  /** Has the graph of a run that begins laid out, where somebody looks at graphs, so that its page finds it drawn; answers before it is. */
  readonly onBegun: (run: Run) => void;
}

export function drawingAhead(layOut: LayOut, now: () => number = Date.now): DrawingAhead {
  let asked = Number.NEGATIVE_INFINITY;
  return {
    layOut(boxes, patience) {
      asked = now();
      return layOut(boxes, patience);
    },
    onBegun(run) {
      if (run.plan.steps.length > MOST || now() - asked > LOOKING) return;
      void layOut(boxesOf(drawingOf(topologyViewOf(run.plan.topology).graph(run))));
    },
  };
}
