const problem = (status: number, code: string, says: RegExp, more: object = {}) =>
  expect.objectContaining({ name: 'DsapProblem', status, code, message: expect.stringMatching(says), ...more });
const notCompleted = (says: RegExp, more: object = {}) =>
  expect.objectContaining({ name: 'RunNotCompleted', message: expect.stringMatching(says), ...more });

/** What `use.mjs` tells, wherever it runs. */
export const EXPECTED = {
  published: 1,
  events: ['run.created', 'run.closed', true],
  after: 4,
  text: 'Hello Ada!',
  listed: [true],
  artifacts: 1,
  // report 36
  missing: [[], [{ step: 'gone', reason: expect.stringMatching(/^its one attempt was used up; contains rejected/) }]],
  why: 'completed',
  waits: notCompleted(/500 ms are over\. It goes on: ask for its result again, or stop it/),
  aborted: notCompleted(/the wait was aborted\. It goes on/),
  left: true,
  redirected: true,
  stale: problem(412, 'stale', /./),
  decided: 'decided',
  twice: problem(409, 'already_decided', /./),
  approved: 'Hello Ada!',
  stopped: 'stopped',
  notCompleted: notCompleted(/is stopped/, { status: 'stopped' }),
  // llm 3.3, 3.5
  ofEndpoint: 'sim',
  endpoints: ['sim'],
  endpoint: ['sim', 'closed', true],
  wouldRetry: true,
  stillOpen: true,
  retried: true,
  back: 'Here again.',
  nothingToRetry: [],
  noEndpoint: problem(404, 'endpoint_not_found', /no endpoint "nowhere"/),
  caps: [],
  refused: problem(422, 'invalid_definition', /./, {
    places: expect.arrayContaining([expect.stringMatching(/^\/steps\/0/)]),
  }),
  wrongKey: problem(401, 'not_authenticated', /Send a valid key/),
  away: expect.objectContaining({
    name: 'ServiceAway',
    code: 'service_away',
    message: expect.stringMatching(/No service answers at .*Check the address, and whether the service runs/),
  }),
  stranger: problem(404, 'unexpected_answer', /Something else than dsap answers at .*Check the address/),
  dies: expect.objectContaining({ name: 'ServiceAway', code: 'service_away' }),
};
