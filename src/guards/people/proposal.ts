/** What the guards of steps that propose a change of their run have in common. */

import type { Revisable } from '../../definitions/redirects/revision.ts';
import { type Proposed, topologyRequestsOf } from '../../definitions/redirects/topology-requests.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { listed, rejected } from '../feedback.ts';
import type { GuardAnswer } from '../guard.ts';

/** Throws where nobody has said what the change would be made to. */
export function mustBeThere(revisable: Revisable | undefined): Revisable {
  if (!revisable) throw new Error('it judges only what the service itself asks a model to propose');
  return revisable;
}

/** For a proposal that publishing would refuse. */
export function unfit(issues: readonly Issue[]): GuardAnswer {
  return rejected(...listed(issues.map(({ pointer, detail }) => `${pointer} ${detail}`.trim())));
}

/** What the topology of the run has against it, where a step that this guard judges proposes it; []: nothing. Throws where it has no such steps. */
export function objectionsTo(guard: string, proposed: Proposed, run: Revisable): readonly string[] {
  const { topology } = run.record.plan;
  const objections = topologyRequestsOf(topology).objections?.[guard];
  if (!objections) throw new Error(`no step of a run of topology ${topology} proposes what ${guard} judges`);
  return [...objections(proposed, run)];
}
