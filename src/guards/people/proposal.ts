/** What the guards of steps that propose a change of their run have in common. */

import type { Revisable } from '../../definitions/redirects/revision.ts';
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
