/** A screen of the console. */
interface Shown {
  readonly name: string;
  readonly address: string;
  /** What stands on it once it is whole. */
  readonly ready: string | RegExp;
}

/** What is shown: a ledger that waits for a person, another one that has ended, and a machine that has. */
interface Played {
  readonly id: string;
  readonly eid: string;
  readonly ended: string;
  readonly machine: string;
}

/** All of them (console 2). */
export function screensOf({ id, eid, ended, machine }: Played): readonly Shown[] {
  const run = `/console/runs/${id}`;
  const steps = `${run}/steps/entry`;
  return [
    { name: 'waiting', address: '/console', ready: 'ledger' },
    { name: 'runs', address: '/console/runs', ready: 'ledger' },
    { name: 'run', address: run, ready: 'Timeline' },
    { name: 'run-graph', address: `${run}#graph`, ready: 'Graph' },
    { name: 'question', address: `/console/e/${eid}`, ready: 'What happens' },
    { name: 'step', address: steps, ready: 'entry' },
    { name: 'compare', address: `${steps}/compare?a=3&b=4`, ready: 'entry' },
    { name: 'compare-choose', address: `/console/compare?run=${id}&run=${ended}`, ready: 'Choose a step' },
    { name: 'compare-runs', address: `${steps}/compare?a=4&b=1&run=${ended}`, ready: 'Two runs of' },
    { name: 'state', address: `/console/runs/${machine}/state`, ready: 'State machine' },
    { name: 'run-ended', address: `/console/runs/${ended}`, ready: 'Completed' },
    { name: 'redirect', address: `${run}/redirect`, ready: 'What to change' },
    { name: 'control', address: `${run}/control`, ready: 'Pause' },
    { name: 'definitions', address: '/console/definitions', ready: 'ledger' },
    { name: 'definition', address: '/console/definitions/ledger', ready: 'booking' },
    { name: 'editor', address: '/console/definitions/new?from=ledger', ready: 'A run makes at most' },
    { name: 'start', address: '/console/definitions/ledger/start', ready: 'Start' },
    { name: 'parts', address: '/console/parts', ready: 'not-empty' },
    { name: 'sign-in', address: '/console/sign-in', ready: 'Key' },
  ];
}
