import { z } from 'zod';
import { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { RunDefinitionView } from '../../../api/inspection/routes.ts';
import { OverviewView } from '../../../api/overview/view.ts';
import { StateView } from '../../../api/runs/state-view.ts';
import { restOfArtifact, restOfRun } from '../../parts/paths.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';

/** A result that can be replaced. */
interface Result {
  readonly step: string;
  /** Undefined where it is too long for a field. */
  readonly text?: string;
}

/** What a redirect can change of a run, as it stands. */
export interface RedirectFacts {
  readonly overview: OverviewView;
  readonly results: readonly Result[];
  /** Steps with results that are not among these. */
  readonly more: readonly string[];
  readonly specification: string;
  readonly constraints: string;
  /** States that it can be moved to; none where there are no states. */
  readonly states: readonly string[];
  readonly groups: readonly { readonly id: string; readonly choices: readonly string[] }[];
  readonly asking: readonly Asking[];
  /** The run is for something that has fields of its own. */
  readonly hasObjective: boolean;
}

/** A question to which one can answer that a step is made again, with words for it alone. */
interface Asking {
  readonly id: string;
  readonly question: string;
}

/** Results that one page holds. */
const MOST = 12;

const written = z.object({
  specification: z.string().catch(''),
  constraints: z.string().catch(''),
  state_machine: z.object({ states: z.array(z.string()) }).catch({ states: [] }),
});

/** `first`: the step whose result is wanted before others. Throws `NotShown`. */
export async function redirectFacts(rest: VisitorsRest, id: string, first: string | undefined): Promise<RedirectFacts> {
  const path = restOfRun(id);
  const [overview, state, { document }] = await Promise.all([
    read(rest, `${path}/overview`, OverviewView),
    read(rest, `${path}/state`, StateView),
    read(rest, `${path}/definition`, RunDefinitionView),
  ]);
  const bound = Object.entries(state.bindings).toSorted(
    ([one], [other]) => Number(other === first) - Number(one === first),
  );
  const results = await Promise.all(bound.slice(0, MOST).map(([step, artifact]) => resultOf(rest, step, artifact)));
  const { specification, constraints, state_machine: machine } = written.parse(document);
  return {
    overview,
    results,
    more: bound.slice(MOST).map(([step]) => step),
    specification,
    constraints,
    states: machine.states,
    groups: state.graph.groups,
    asking: overview.questions.filter(({ id: of }) => mayRedo(overview, of)),
    hasObjective: state.objective !== null,
  };
}

/** Rules that reach every step, as the run has them. */
export async function constraintsOf(rest: VisitorsRest, id: string): Promise<string> {
  const { document } = await read(rest, `${restOfRun(id)}/definition`, RunDefinitionView);
  return written.parse(document).constraints;
}

function mayRedo({ why }: OverviewView, question: string): boolean {
  const answer = why.next.find((next) => next.kind === 'answer' && next.question === question);
  return answer?.allowedActions?.includes('redo') === true;
}

async function resultOf(rest: VisitorsRest, step: string, artifact: string): Promise<Result> {
  const { text, cut } = await read(rest, `${restOfArtifact(artifact)}?view=page`, ArtifactPageView);
  return cut ? { step } : { step, text };
}
