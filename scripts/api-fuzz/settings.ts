/** What exists, for requests that ask about something. */
export interface Standing {
  readonly runs: readonly string[];
  readonly escalations: readonly string[];
}

/**
 * The settings file of schemathesis. A request that keeps to the document is refused only with what it names for that: the run is another
 * (404), in another state (409) or has moved on (412, 428), or what is readable is wrong as a whole (422).
 */
export function settingsFor(hooks: string, { runs, escalations }: Standing): string {
  const named = Object.entries({
    runs,
    escalations,
    workflows: ['hello', 'asking', 'tdd-stack'],
    steps: ['greet'],
    first: [1],
  });
  return [
    `hooks = ${JSON.stringify(hooks)}`,
    '[checks.positive_data_acceptance]',
    'expected-statuses = ["2xx", "304", "404", "409", "412", "422", "428"]',
    ...named.map(([name, values]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}`),
    '[parameters]',
    ...BOUND.map(([parameter, name]) => `${JSON.stringify(parameter)} = { dictionary = "${name}", probability = 0.8 }`),
    '',
  ].join('\n');
}

/** Which parameter is filled from which names, most of the time. */
const BOUND = [
  ['path.id', 'runs'],
  ['path.eid', 'escalations'],
  ['path.name', 'workflows'],
  ['path.step', 'steps'],
  ['path.version', 'first'],
  ['path.n', 'first'],
] as const;
