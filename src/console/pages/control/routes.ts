import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PreviewView } from '../../../api/control/preview.ts';
import { OverviewView } from '../../../api/overview/view.ts';
import { StateView } from '../../../api/runs/state-view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { type Fields, limitsIn, numberIn, valueIn, withoutGaps } from '../../parts/fields.ts';
import { restOfRun, runPath } from '../../parts/paths.ts';
import { read, refused } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { type ControlScreen, controlScreen } from './control.ts';
import { FOR_GOOD, VERBS, type Verb } from './verbs.ts';

const url = `${CONSOLE}/runs/:id/control`;
const params = z.object({ id: z.string() });

/** What people do with a run as a whole. */
export function addControl({ app, show }: Site): void {
  const querystring = z.object({ fromStep: z.string().optional() });
  app.get(url, { ...PAGE, schema: { ...HIDDEN, params, querystring } }, async (request, reply) => {
    const { fromStep } = request.query;
    const sent = fromStep === undefined ? {} : { fromStep };
    return show(
      request,
      reply,
      controlScreen({ ...(await facts(visitorsRest(app, request), request.params.id)), sent }),
    );
  });

  const body = z.record(z.string(), z.string());
  app.post(url, { ...PAGE, schema: { ...HIDDEN, params, body } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { id } = request.params;
    const answer = await answered(rest, id, request.body);
    if ('to' in answer) return reply.redirect(answer.to, 303);
    const screen = controlScreen({ ...(await facts(rest, id)), sent: request.body, ...answer.told });
    return show(request, reply, screen, answer.status);
  });
}

const models = z.object({ data: z.array(z.object({ name: z.string() })) });

async function facts(rest: VisitorsRest, id: string): Promise<Omit<ControlScreen, 'sent'>> {
  const [overview, { machine: moves }, verbs, offered] = await Promise.all([
    read(rest, `${restOfRun(id)}/overview`, OverviewView),
    read(rest, `${restOfRun(id)}/state`, StateView),
    Promise.all(VERBS.map((verb) => previewed(rest, id, verb))),
    rest.get('/v1/models'),
  ]);
  // A stop that lets nothing finish is a stop now; what does nothing is no entry.
  const isPaused = overview.run.control.pauseRequested;
  const able = verbs
    .flatMap((found) => found ?? [])
    .filter(({ verb, preview }) => {
      if (overview.run.endedAt !== undefined) return verb.path === 'resume';
      if (verb.path === 'resume') return isPaused;
      if (verb.path === 'pause') return !isPaused;
      return verb.action !== 'stop-after' || preview.finishes.length > 0;
    });
  const names = models.safeParse(offered.body).data?.data.map(({ name }) => name) ?? [];
  const turn = moves && { turn: moves.turn };
  return { overview, verbs: able, ...turn, models: names, forkKey: randomUUID() };
}

/** Undefined where it is refused as the run stands. */
async function previewed(rest: VisitorsRest, id: string, verb: (typeof VERBS)[number]) {
  const answer = await rest.post(`${restOfRun(id)}/${verb.path}?preview=true`, verb.body ?? {});
  return answer.status === 200 ? { verb, preview: PreviewView.parse(answer.body) } : undefined;
}

type Answered =
  | { readonly to: string }
  | { readonly status: number; readonly told: Pick<ControlScreen, 'foretold' | 'problem'> };

async function answered(rest: VisitorsRest, id: string, fields: Fields): Promise<Answered> {
  const { action = '' } = fields;
  if (action.startsWith('budget')) return limited(rest, id, fields);
  if (action.startsWith('fork')) return forked(rest, id, fields);
  const verb = VERBS.find((one) => one.action === action.replace(FOR_GOOD, ''));
  if (!verb) return { status: 422, told: { problem: 'Nothing was done: choose what is to be done.' } };
  if (verb.isFinal && !action.startsWith(FOR_GOOD))
    return {
      status: 200,
      told: { problem: 'Nothing was done yet: this cannot be taken back. Say why, and press once more.' },
    };
  const reason = valueIn(fields, 'reason');
  const body = { ...verb.body, ...(reason !== undefined && { reason }) };
  const answer = await rest.post(`${restOfRun(id)}/${verb.path}?wait=${patienceFor(verb)}`, body);
  return answer.status < 300 ? { to: runPath(id) } : told(answer);
}

/** What lets an attempt finish can take minutes; the run's page, which is next, follows it. */
function patienceFor({ path, body }: Verb): string {
  return path === 'pause' || body?.mode === 'after_attempt' ? '1s' : '5s';
}

async function limited(rest: VisitorsRest, id: string, fields: Fields): Promise<Answered> {
  const path = `${restOfRun(id)}/budget`;
  const body = limitsIn(fields);
  const effect = digestOf(body);
  const asked = async (status: number, problem?: string): Promise<Answered> =>
    foretold(await rest.patch(`${path}?preview=true`, body), { status, effect, problem });
  const { action, revision = '', effect: shown } = fields;
  if (action !== 'budget') return asked(200);
  if (shown !== effect) return asked(409, CHANGED);
  const answer = await rest.patch(path, body, { ifMatch: `"${revision}"` });
  if (answer.status === 412) return asked(412, MOVED_ON);
  return answer.status < 300 ? { to: runPath(id) } : told(answer);
}

async function forked(rest: VisitorsRest, id: string, fields: Fields): Promise<Answered> {
  const path = `${restOfRun(id)}/fork`;
  const model = valueIn(fields, 'model')?.trim();
  const body = withoutGaps({
    fromStep: valueIn(fields, 'fromStep'),
    fromTurn: numberIn(valueIn(fields, 'fromTurn')),
    specification: valueIn(fields, 'specification'),
    model: model === undefined ? undefined : { name: model },
  });
  const effect = digestOf(body);
  const asked = async (status: number, problem?: string): Promise<Answered> =>
    foretold(await rest.post(`${path}?preview=true`, body), { status, effect, problem });
  const { action, revision = '', effect: shown, key } = fields;
  if (action !== 'fork') return asked(200);
  if (shown !== effect) return asked(409, CHANGED);
  const once = key === undefined ? {} : { key: `${key}-${effect}` };
  const answer = await rest.post(path, body, { ifMatch: `"${revision}"`, ...once });
  if (answer.status === 412) return asked(412, MOVED_ON);
  if (answer.status >= 300) return told(answer);
  return { to: runPath(begun.parse(answer.body).id) };
}

const begun = z.object({ id: z.string() });
const CHANGED = 'Nothing was done: this is not what you looked at. This is what it would do now.';
const MOVED_ON = 'Nothing was done: the run has moved on since you looked. This is what it would do now.';

interface Asked {
  readonly status: number;
  readonly effect: string;
  readonly problem: string | undefined;
}

type Answer = Awaited<ReturnType<VisitorsRest['post']>>;

function foretold(answer: Answer, { status, effect, problem }: Asked): Answered {
  if (answer.status !== 200) return told(answer);
  const preview = PreviewView.parse(answer.body);
  return { status, told: { foretold: { preview, effect }, ...(problem !== undefined && { problem }) } };
}

function told({ status, body }: Answer): Answered {
  return { status, told: { problem: refused(body).problem } };
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
