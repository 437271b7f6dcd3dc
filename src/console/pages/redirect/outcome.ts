import { h, type JSX } from 'preact';
import { z } from 'zod';
import type { PreviewView } from '../../../api/control/preview.ts';
import { EventView } from '../../../api/inspection/event-view.ts';
import { restOfRun } from '../../parts/paths.ts';
import { Foreign } from '../../parts/texts.ts';
import { read } from '../../served/read.ts';
import type { VisitorsRest } from '../../served/rest.ts';

/** In the address of a run's page: which correction it opens at, and what was foretold of it. */
export const doneShape = {
  corrected: z.coerce.number().int().min(1).optional(),
  again: z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional(),
  bound: z.coerce.number().int().min(0).optional(),
  tooLong: z.literal('true').optional(),
};
const done = z.object(doneShape);
type Done = z.output<typeof done>;

/** Characters of an address that every browser takes. */
const LONGEST = 1_800;

/** `revision`: the newest event when it was sent; `preview`: what was foretold then, if it was. */
export function doneQuery(revision: string, preview: PreviewView | undefined): string {
  const query = new URLSearchParams({ corrected: revision });
  if (!preview) return query.toString();
  const short = `${query.toString()}&bound=${preview.boundAfter}`;
  const steps = preview.wouldReset.map((step) => `&again=${encodeURIComponent(step)}`).join('');
  return short.length + steps.length > LONGEST ? `${short}&tooLong=true` : `${short}${steps}`;
}

/** What a correction did, beside what was foretold of it. */
export interface Outcome {
  readonly foretold: Done;
  /** Words of a person that are yet to be understood change nothing themselves. */
  readonly isAsked: boolean;
  readonly description: string;
  readonly reset: readonly string[];
  /** The bound now. */
  readonly bound: number;
}

/** Events by which a step begins anew. */
const RESETS: ReadonlySet<string> = new Set(['step.invalidated', 'step.reopened']);

const said = z.object({ instruction: z.string().catch(''), description: z.string().catch('') });
const placed = z.object({ step: z.string() });
const events = z.object({ data: z.array(EventView) });

/** Undefined where the log has no correction after that event. */
export async function outcomeOf(
  rest: VisitorsRest,
  id: string,
  query: Done,
  bound: number,
): Promise<Outcome | undefined> {
  if (query.corrected === undefined) return undefined;
  const path = `${restOfRun(id)}/events?after=${query.corrected}&limit=200`;
  const { data } = await read(rest, path, events);
  const correction = data.find(({ type }) => type === 'run.redirected' || type === 'run.redirecting');
  if (!correction) return undefined;
  const { instruction, description } = said.parse(correction.data);
  // All that it brings about at once bears its time.
  const reset = data.filter(
    ({ type, time, seq }) => RESETS.has(type) && time === correction.time && seq > correction.seq,
  );
  return {
    foretold: query,
    isAsked: correction.type === 'run.redirecting',
    description: correction.type === 'run.redirecting' ? instruction : description,
    reset: [...new Set(reset.flatMap(({ data: of }) => placed.safeParse(of).data?.step ?? []))],
    bound,
  };
}

/** Done beside foretold. */
export function Corrected({ outcome }: { readonly outcome: Outcome }): JSX.Element {
  const { foretold, isAsked, description, reset, bound } = outcome;
  const { again = [], bound: foretoldBound, tooLong } = foretold;
  const list = (steps: readonly string[]): string => (steps.length === 0 ? 'nothing' : steps.join(' · '));
  const row = (name: string, before: string, now: string): JSX.Element =>
    h('tr', null, [
      h('th', { scope: 'row' }, name),
      h('td', null, h(Foreign, { text: before })),
      h('td', null, h(Foreign, { text: now })),
    ]);
  return h('section', { id: 'correction', tabIndex: -1, 'aria-label': 'Redirect', role: 'status', class: 'status' }, [
    h('p', null, [
      h(
        'strong',
        null,
        isAsked ? 'Your words are with a model, which proposes what is meant' : 'The run is redirected',
      ),
      ...(description === '' ? [] : [': ', h(Foreign, { text: description })]),
    ]),
    h('table', null, [
      h(
        'thead',
        null,
        h('tr', null, [h('td', null, ''), h('th', { scope: 'col' }, 'foretold'), h('th', { scope: 'col' }, 'done')]),
      ),
      h('tbody', null, [
        row('made again', tooLong === 'true' ? 'too many to be carried along' : list(again), list(reset)),
        row('generations at most, in all', foretoldBound === undefined ? 'not told' : `${foretoldBound}`, `${bound}`),
      ]),
    ]),
  ]);
}
