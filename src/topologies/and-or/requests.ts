/** What people ask of a search alone: what it is for, its start gate (R50), and a fork that takes over what was chosen. */

import { z } from 'zod';
import { forkFromStep } from '../../definitions/redirects/fork-from-step.ts';
import type {
  Agreeing,
  Fork,
  OwnRoute,
  Proposal,
  TopologyRequests,
} from '../../definitions/redirects/topology-requests.ts';
import { Refused } from '../../model/input.ts';
import { searchIn } from '../../model/own-state.ts';
import { DECOMPOSITION_GUARD, DRAFT_GUARD } from '../../model/plan.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { parseJson } from '../../text/exact-json.ts';
import {
  type AlignmentBody,
  alignmentBody,
  objectionsToDraft,
  prepareAlignment,
  prepareDraft,
  readDraft,
} from '../alignment/prepare.ts';
import { objectionsToParts } from '../decomposition/document.ts';
import { prepareDecomposition } from '../decomposition/prepare.ts';
import { groupsFrom, isBroughtAlong } from './fork.ts';

/** A graph comes along (R57). */
const ALIGNMENT_LIMIT = 4 * 1024 * 1024;

const fromStep = forkFromStep();

const fork: Fork = {
  ...fromStep,
  async inherited({ state }) {
    const { decompositions = [] } = searchIn(state) ?? {};
    return decompositions.length > 0 ? { decompositions } : {};
  },
  kept(run, from) {
    const { fromStep: first = '' } = from;
    return fromStep.kept(run, from).filter((id) => isBroughtAlong(run.plan, run.state, id, first));
  },
  planned({ plan, state }, { fromStep: first = '' }, compiled) {
    return compiled.topology === 'and-or' && compiled.groups
      ? { ...compiled, groups: groupsFrom(plan, state, first) }
      : compiled;
  },
};

/** Says what a run is for and how it begins (S1-3.1-a, S1-3.1-b). Throws `already_started` once it has begun. */
const align: OwnRoute = {
  method: 'PUT',
  path: 'alignment',
  action: 'run.align',
  body: { name: 'Alignment', schema: alignmentBody },
  bodyLimit: ALIGNMENT_LIMIT,
  invalid: 'invalid_alignment',
  accepts: 'never',
  async prepare(using, row, body, by) {
    mustBeUnaligned(row);
    return prepareAlignment(using, row, alignmentBody.parse(body), by);
  },
};

const proposal = z.strictObject({
  instruction: z.string().min(1).max(4_000).describe('In free words what the run is for.'),
});

/** Lets a model draft what the run is for; a person confirms it (api 1). Throws `already_started` once it has begun. */
const propose: OwnRoute = {
  method: 'POST',
  path: 'alignment/propose',
  action: 'run.propose-alignment',
  body: { name: 'AlignmentProposal', schema: proposal },
  invalid: 'invalid_alignment',
  accepts: 'always',
  async prepare(using, row, body, by) {
    mustBeUnaligned(row);
    return prepareDraft(using, row, proposal.parse(body).instruction, by);
  },
};

/** Passes the start gate (S1-3.2). The engine refuses it as `not_aligned`, naming what is missing. */
const start: OwnRoute = {
  method: 'POST',
  path: 'start',
  action: 'run.start',
  accepts: 'what changes the run',
  prepare: async (_using, _row, _body, by) => ({
    ok: true,
    request: { kind: 'begin', by },
    changes: true,
    store: async () => {},
  }),
};

function mustBeUnaligned({ record: { topology }, state }: RunRow): void {
  if (state.unaligned === true) return;
  const detail =
    topology === andOrRequests.kind
      ? 'The run has begun; a redirect of type objective_change corrects it.'
      : `A workflow of topology ${topology} needs no alignment; it has begun.`;
  throw new Refused('already_started', detail);
}

/** The parts of a step that waits to be broken down, else the draft of what a run that has not begun is for. */
async function agreed(using: Agreeing, row: RunRow, { artifactId, decomposes }: Proposal, by: string) {
  if (decomposes !== undefined) return prepareDecomposition(using, row, decomposes, artifactId);
  if (row.state.unaligned !== true) return undefined;
  return prepareAlignment(using, row, await drafted(using, artifactId), by);
}

async function drafted({ store }: Agreeing, artifactId: string): Promise<AlignmentBody> {
  const digest = (await store.artifacts.find(artifactId))?.digest ?? '';
  const text = (await store.contents.get([digest])).get(digest) ?? '';
  const draft = readDraft(parseJson(text));
  if (draft.ok) return draft.body;
  throw new Refused('invalid_request', draft.problem);
}

export const andOrRequests: TopologyRequests = {
  kind: 'and-or',
  fork,
  routes: [align, propose, start],
  agreed,
  objections: { [DRAFT_GUARD]: objectionsToDraft, [DECOMPOSITION_GUARD]: objectionsToParts },
};
