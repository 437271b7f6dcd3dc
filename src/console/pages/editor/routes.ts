import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DefinitionView, PublishedView, ValidityView } from '../../../api/definitions/view.ts';
import { FORM_LIMIT } from '../../../api/http/body-limits.ts';
import { definitionPaths } from '../../parts/definitions.ts';
import { issuesIn, refusalIn } from '../../served/issues.ts';
import { read, readText } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { editorScreen } from './editor.ts';
import type { Draft } from './found.ts';
import { STARTER } from './starter.ts';

const from = { from: z.string().optional(), version: z.string().optional() };
type From = z.output<z.ZodObject<typeof from>>;

/** The editor: begun from nothing or from a version, checked, published. */
export function addEditor(site: Site): void {
  const { app, show } = site;
  const querystring = z.object(from);
  app.get(definitionPaths.editor, { ...PAGE, schema: { ...HIDDEN, querystring } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const begun = await begunFrom(rest, request.query);
    const path = begun && definitionPaths.rest(begun.name, begun.version);
    const text = path === undefined ? STARTER : await readText(rest, `${path}?format=yaml`);
    return show(request, reply, editorScreen({ text, nonce: nonce(), ...(begun && { from: begun }) }));
  });
  addPress(site);
}

function addPress({ app, show }: Site): void {
  const body = z.object({ ...from, text: z.string(), do: z.enum(['check', 'publish', 'start']).default('check') });
  const options = { ...PAGE, bodyLimit: FORM_LIMIT, schema: { ...HIDDEN, body } };
  app.post(definitionPaths.editor, options, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { do: press } = request.body;
    // Browsers send line ends as two characters.
    const text = request.body.text.replaceAll('\r\n', '\n');
    const answer = press === 'check' ? undefined : await rest.postYaml('/v1/workflows', text);
    const published = answer && PublishedView.safeParse(answer.body).data;
    if (published) {
      const { name, version } = published;
      const told = `&published=${answer.status === 201 ? 'anew' : 'before'}`;
      // A browser takes the fragment of the form along to where none is named, and then focuses nothing there.
      const start = `${definitionPaths.start(name, version)}${told}#input`;
      return reply.redirect(press === 'start' ? start : `${definitionPaths.of(name, version)}${told}`, 303);
    }
    const begun = await begunFrom(rest, request.body);
    const draft = answer === undefined ? await checked(rest, text) : refusedBy(answer.body);
    const what = press === 'start' ? 'Not published, and nothing was started' : 'Not published';
    const undone = answer === undefined ? {} : { undone: what };
    const screen = editorScreen({ text, draft, ...undone, nonce: nonce(), ...(begun && { from: begun }) });
    return show(request, reply, screen, answer?.status);
  });
}

function nonce(): string {
  return randomBytes(16).toString('base64url');
}

async function begunFrom(rest: VisitorsRest, { from: name = '', version }: From) {
  if (name === '') return undefined;
  const wanted = version === undefined || version === '' ? '' : `/versions/${encodeURIComponent(version)}`;
  return read(rest, `${definitionPaths.rest(name)}${wanted}`, DefinitionView);
}

/** What checking finds, and the graph of what can be drawn. */
async function checked(rest: VisitorsRest, text: string): Promise<Draft> {
  const { status, body } = await rest.postYaml('/v1/workflows/validate?graph=json', text);
  if (status !== 200) return refusedBy(body);
  const { bound, warnings, graph } = ValidityView.parse(body);
  return {
    problems: [],
    warnings: issuesIn(warnings),
    generations: bound.generations,
    ...(graph && { graph }),
  };
}

function refusedBy(answer: unknown): Draft {
  const { detail, errors } = refusalIn(answer);
  return { problems: errors, warnings: [], ...(errors.length === 0 && { refused: detail }) };
}
