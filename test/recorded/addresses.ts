/** What the API tells of a run, wherever the story stands. */
const OF_RUN: readonly string[] = [
  '',
  '/result',
  '/state',
  '/budget',
  '/why',
  '/graph',
  '/graph?format=mermaid',
  '/steps?limit=200',
  '/attempts?limit=200',
  '/artifacts?limit=200',
  '/bindings?limit=200',
  '/trail?limit=200',
  '/corrections?limit=200',
  '/trace?limit=200',
];

export function addressesOfRun(run: string): readonly string[] {
  return OF_RUN.map((rest) => `/v1/runs/${run}${rest}`);
}

/** The questions of the run, or the open ones of them. */
export function questionsOf(run: string, which: 'all' | 'open'): string {
  return `/v1/escalations?runId=${run}&limit=200${which === 'open' ? '&status=open' : ''}`;
}

/** What has come to the log since the event of this number. */
export function eventsAfter(run: string, seq: number): string {
  return `/v1/runs/${run}/events?after=${seq}&limit=200`;
}

/** What the API tells over all runs of a definition. */
export function addressesOfDefinition(name: string): readonly string[] {
  return [
    `/v1/workflows/${name}`,
    `/v1/runs?workflow=${name}&limit=200`,
    `/v1/stats?workflow=${name}`,
    `/v1/export/attempts?workflow=${name}`,
  ];
}

export function addressesOfStep(run: string, step: string, attempts: readonly number[]): readonly string[] {
  const self = `/v1/runs/${run}/steps/${step}`;
  return [self, `${self}/attempts?limit=200`, ...attempts.map((n) => `${self}/attempts/${n}`)];
}

/** `before`: the artifact that the same step had made before. */
export function addressesOfArtifact(id: string, before: string | undefined): readonly string[] {
  const self = `/v1/artifacts/${id}`;
  return [
    self,
    `${self}/content`,
    `${self}/lineage`,
    ...(before === undefined ? [] : [`/v1/artifacts/${before}/diff/${id}`]),
  ];
}
