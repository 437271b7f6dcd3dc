import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DefinitionPageView } from '../../../api/definitions/page.ts';
import { FORM_LIMIT, WAYS_OUT } from '../../../api/http/body-limits.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { fieldOf } from '../../../text/loose.ts';
import { definitionPaths } from '../../parts/definitions.ts';
import { type Fields, LIMITS, limitsIn, valueIn } from '../../parts/fields.ts';
import { modelsIn } from '../../served/catalogues.ts';
import { refusalIn } from '../../served/issues.ts';
import { Published } from '../../served/published.ts';
import { read } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { lackOf } from './needed.ts';
import { fieldsOfInput, type InputField } from './schema-fields.ts';
import { fieldName, startScreen } from './start.ts';
import { inputFrom } from './typed-input.ts';

const Started = z.object({ id: z.string() });

/** What a run begins with, and the form that starts it. */
export function addStart({ app, show }: Site): void {
  const url = `${definitionPaths.list}/:name/start`;
  const params = z.object({ name: z.string() });
  const querystring = z.object({ version: z.string().optional(), published: Published });
  app.get(url, { ...PAGE, schema: { ...HIDDEN, params, querystring } }, async (request, reply) => {
    const found = await askedFor(visitorsRest(app, request), request.params.name, request.query.version);
    const { published } = request.query;
    return show(request, reply, startScreen({ ...found, published, wrong: new Map() }));
  });

  const body = z.record(z.string(), z.string());
  const config = { ...PAGE.config, wayOut: WAYS_OUT.start };
  app.post(url, { config, bodyLimit: FORM_LIMIT, schema: { ...HIDDEN, params, body } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    // Browsers send line ends as two characters.
    const typed = Object.fromEntries(
      Object.entries(request.body).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]),
    );
    const found = await askedFor(rest, request.params.name, typed['version']);
    const { input, unreadable } = inputFrom(found.fields, (pointer) => typed[fieldName(pointer)] ?? '');
    const wrong = new Map(
      [...lacking(found.fields, typed), ...lackingWhole(found, input), ...unreadable].map(([at, words]) => [
        fieldName(at),
        words,
      ]),
    );
    if (wrong.size > 0) {
      const refused = 'Nothing was started: see what is marked.';
      return show(request, reply, startScreen({ ...found, typed, wrong, refused }), 422);
    }
    const { name, version } = found.definition;
    const asked = { workflow: { name, version }, input, ...settingsIn(typed) };
    const key = valueIn(typed, 'key');
    const answer = await rest.post('/v1/runs', asked, { ...(key !== undefined && { key }) });
    const started = Started.safeParse(answer.body).data;
    if (started) return reply.redirect(`${CONSOLE}/runs/${encodeURIComponent(started.id)}`, 303);
    return show(request, reply, startScreen({ ...found, typed, ...placed(answer.body, found.fields) }), answer.status);
  });
}

/** Needed values that were left empty, by pointer. */
function lacking(fields: readonly InputField[], typed: Fields): readonly (readonly [pointer: string, words: string])[] {
  return fields.flatMap(({ pointer, label, required }) =>
    required && valueIn(typed, fieldName(pointer)) === undefined ? [[pointer, `${label} is needed.`] as const] : [],
  );
}

/** What templates need of an input that is typed as a whole. */
function lackingWhole({ fields, definition }: Asked, input: unknown): readonly (readonly [string, string])[] {
  const lack = fields.some(({ pointer }) => pointer === '') ? lackOf(input, definition.needs) : undefined;
  return lack === undefined ? [] : [['', lack]];
}

type Asked = Awaited<ReturnType<typeof askedFor>>;

async function askedFor(rest: VisitorsRest, name: string, version: string | undefined) {
  const wanted = version === undefined || version === '' ? '' : `/versions/${encodeURIComponent(version)}`;
  const [definition, models] = await Promise.all([
    read(rest, `${definitionPaths.rest(name)}${wanted}?view=page`, DefinitionPageView),
    modelsIn(rest),
  ]);
  return {
    key: randomUUID(),
    definition,
    models,
    fields: fieldsOfInput(fieldOf(definition.definition, 'input'), definition.needs),
  };
}

function settingsIn(typed: Fields) {
  const model = valueIn(typed, 'model')?.trim();
  const tags = (typed['tags'] ?? '')
    .split('\n')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const budgets = limitsIn(typed);
  return {
    ...(model !== undefined && { model }),
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(budgets).length > 0 && { budgets }),
  };
}

/** Each thing that was refused at its field; what is of none stands above all. */
function placed(answer: unknown, fields: readonly InputField[]) {
  const { detail, errors, code } = refusalIn(answer);
  const places = [
    ...fields.map(({ pointer }) => [`/input${pointer}`, fieldName(pointer)] as const),
    ...LIMITS.map(([limit]) => [`/budgets/${limit}`, limit] as const),
    ['/tags', 'tags'] as const,
    ['/model', 'model'] as const,
  ].toSorted(([one], [other]) => other.length - one.length);
  const wrong = new Map<string, string>();
  const others: string[] = [];
  for (const error of errors) {
    const isOfModel = code === 'model_unavailable';
    const [, name] = places.find(([at]) => (isOfModel ? at === '/model' : isWithin(error.pointer, at))) ?? [];
    if (name === undefined) others.push(error.detail);
    else wrong.set(name, [wrong.get(name), error.detail].filter((words) => words !== undefined).join(' '));
  }
  const above = errors.length === 0 ? [detail] : others;
  const refused = ['Nothing was started.', ...above, ...(wrong.size > 0 ? ['See what is marked below.'] : [])].join(
    ' ',
  );
  return { refused, wrong };
}

function isWithin(pointer: string, at: string): boolean {
  return pointer === at || pointer.startsWith(`${at}/`);
}
