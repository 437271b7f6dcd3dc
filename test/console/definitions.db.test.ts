/** Over a real PostgreSQL, with the engine's core in memory: definitions, the editor, the start of a run and the parts, without scripts (console 2). */
import { mendOf } from '../../src/console/islands/editing/mend.ts';
import type { Issue } from '../../src/console/parts/issues.ts';
import { aDocument, useApp } from '../api/test-app.ts';
import { HOSTILE } from '../support/hostile.ts';
import { formsOf } from './forms.ts';

const api = useApp();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const page = async (url: string) => (await api.get(url)).body;
const press = (url: string, fields: Record<string, string>) =>
  api.send({ method: 'POST', url, headers: FORM, payload: new URLSearchParams(fields).toString() });
const validated = (text: string) =>
  api.send({
    method: 'POST',
    url: '/v1/workflows/validate',
    headers: { 'content-type': 'application/yaml' },
    payload: text,
  });
const published = async (change: Record<string, unknown> = {}) =>
  (await api.post('/v1/workflows', aDocument(change))).json();
const problems = (html: string) => /aria-label="Problems".*?<\/section>/s.exec(html)?.[0] ?? '';

const WRONG = `name: three
steps:
  - id: a
    generator: { kind: llm, prompt: Write. }
    guard: { use: not-emty }
  - id: b
    requires: [c]
    generator: { kind: llm }
    guard: { use: not-empty }
`;

describe('console 2: definitions', () => {
  test('each stands in the list with its newest version and its bound', async () => {
    const { name, bound } = await published({ description: 'Makes <b>one</b>.' });
    const html = await page('/console/definitions');
    expect(html).toContain(`href="/console/definitions/${name}"`);
    expect(html).toContain(`at most ${bound.generations} generations`);
    expect(html).toContain('Makes &lt;b>one&lt;/b>.');
  });

  test('a version has its graph, steps with guards, bound, warnings, and what changed', async () => {
    const document = aDocument({ specification: 'Do {whatever}.' });
    await api.post('/v1/workflows', { ...document, description: 'First.' });
    await api.post('/v1/workflows', { ...document, description: 'Second.' });
    const html = await page(`/console/definitions/${document.name}`);
    expect(html).toContain('version 2');
    expect(html).toMatch(/aria-label="Graph".*<svg width="\d+" height="\d+".*aria-label="draft, up to 4 attempts"/s);
    expect(html).toMatch(/aria-label="Warnings".*whatever/s);
    expect(html).toMatch(/scope="row".*draft.*llm sim:script.*not-empty.*deterministic/s);
    expect(html).toMatch(/<del>-description: First\.\n<\/del><ins>\+description: Second\./);
    const first = await page(`/console/definitions/${document.name}?version=1`);
    expect(first).toContain('This is not the newest version.');
    expect(await page(`/console/definitions/${document.name}?against=2`)).toContain('The two versions are equal.');
    for (const query of ['?version=9', '?version=x', '?against=9'])
      expect((await api.get(`/console/definitions/${document.name}${query}`)).statusCode).toBe(404);
  });

  test('what its runs have cost so far is told where it is known, and nothing else', async () => {
    const { name } = await published();
    expect(await page(`/console/definitions/${name}`)).not.toContain('so far');
    api.runs.script({ draft: [{ text: 'yes', verdict: 'pass' }] });
    await api.post('/v1/runs', { workflow: { name } });
    expect(await page(`/console/definitions/${name}`)).toContain(' · $0.0015 so far');
  });

  test('how often a guard rejects stands beside it with the interval of Wilson', async () => {
    const { name } = await published();
    api.runs.script({
      draft: [
        { text: 'no', verdict: 'retry' },
        { text: 'yes', verdict: 'pass' },
      ],
    });
    await api.post('/v1/runs', { workflow: { name } });
    const { steps } = (await api.get(`/v1/stats?workflow=${name}`)).json();
    expect(steps[0].epsilon).toMatchObject({ successes: 1, trials: 2 });
    const { low, high } = steps[0].epsilon;
    const percent = (part: number) => Math.round((1 - part) * 100);
    expect(await page(`/console/definitions/${name}`)).toContain(
      `>1 · 50 % (${percent(high)} to ${percent(low)})</td>`,
    );
  });
});

describe('console 2: the editor without scripts', () => {
  test('Check tells each problem with its line, and keeps the text', async () => {
    const answer = await press('/console/definitions/new', { text: WRONG.replaceAll('\n', '\r\n'), do: 'check' });
    expect(answer.statusCode).toBe(200);
    const lines = [...problems(answer.body).matchAll(/data-line="(\d+)"/g)].map(([, line]) => Number(line));
    expect(new Set(lines)).toEqual(new Set([5, 7, 8]));
    expect(answer.body).toContain(`>\n${WRONG}</textarea>`);
    expect((await api.get('/v1/workflows/three')).statusCode).toBe(404);
  });

  test('all names that there are stand folded behind the one that was probably meant', async () => {
    const { body } = await press('/console/definitions/new', { text: WRONG, do: 'check' });
    expect(problems(body)).toMatch(
      /There is no guard &quot;not-emty&quot;\. Did you mean &quot;not-empty&quot;\?<\/bdi><details><summary><bdi>Guards<\/bdi><\/summary><bdi>[^<]*length/,
    );
  });

  test.each([
    ['specification: Hi.', 'specifcation: Hi.'],
    ['kind: llm', 'kind: lln'],
    ['"requires":', '"reqires":'],
    ['generator:\n', 'genrator:\n'],
    ['use: not-empty', 'use: not-emty'],
    ['max: 9', 'mx: 9'],
    ['{input.who}', '{input.woh}'],
    ['{input.who}', '{inptu.who}'],
    ['[greet]', '[gret]'],
  ])('what was probably meant is put in where it belongs: %s', async (right, wrong) => {
    const good = `name: mended
specification: Hi.
input: { type: object, additionalProperties: false, properties: { who: { type: string }, whom: { type: string } } }
steps:
  - { id: greet, generator: { kind: llm, prompt: 'Greet {input.who}, who is who.' }, guard: { use: not-empty } }
  - id: thank
    "requires": [greet]
    generator:
      kind: llm
      prompt: Thank {artifact.greet}.
    guard: { use: length, with: { max: 9 } }
`;
    const text = good.replace(right, wrong);
    const { errors } = (await validated(text)).json();
    const lines = text.split('\n');
    const at = (line: number, column: number) =>
      lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
    const mends = errors.flatMap(
      ({ detail, line = 1, column = 1, endLine = 1, endColumn = 1 }: Issue) =>
        mendOf({
          detail,
          range: { from: at(line, column), to: at(endLine, endColumn) },
          slice: (from, to) => text.slice(from, to),
        }) ?? [],
    );
    expect(mends).toHaveLength(1);
    const [{ from, to, by }] = mends;
    expect(text.slice(0, from) + by + text.slice(to)).toBe(good);
  });

  test('what is no YAML at all is told with its line', async () => {
    const { body } = await press('/console/definitions/new', { text: 'name: [', do: 'check' });
    expect(problems(body)).toMatch(/data-line="1"/);
  });

  test('without problems it tells the bound and the warnings, and draws the graph', async () => {
    const text = await page('/console/definitions/new').then(
      (html) => /rows="26"[^>]*>\n([^<]*)</.exec(html)?.[1] ?? '',
    );
    const { body } = await press('/console/definitions/new', { text, do: 'check' });
    expect(problems(body)).toContain('A run makes at most 4 generations.');
    expect(body).toContain('aria-label="Graph of 1 node"');
  });

  test('Publish leads to the version, Start to what a run begins with; what is refused publishes nothing', async () => {
    const { name } = aDocument();
    const text = `name: ${name}\nsteps:\n  - { id: a, generator: { kind: llm, prompt: Hi. }, guard: { use: not-empty } }\n`;
    const refused = await press('/console/definitions/new', {
      text: text.replace('not-empty', 'nothing'),
      do: 'publish',
    });
    expect(refused.statusCode).toBe(422);
    expect(problems(refused.body)).toContain('data-line="3"');
    const alert = /<div id="outcome" tabindex="-1"[^>]* role="alert"[^>]*>(.*?)<form/s.exec(refused.body)?.[1];
    expect(alert).toMatch(/Not published: 1 problem, line 3\..*<small>Line 3<.*nothing/s);
    expect(refused.body).toContain('action="/console/definitions/new#outcome"');
    expect((await api.get(`/v1/workflows/${name}`)).statusCode).toBe(404);
    for (const [anew, said] of [
      [true, 'Published as version 1.'],
      [false, 'Nothing was published: but for comments and layout, the text is what version 1 says.'],
    ] as const) {
      const { statusCode, headers } = await press('/console/definitions/new', {
        text: anew ? text : `# said again\n${text}`,
        do: 'publish',
      });
      expect([statusCode, headers.location?.startsWith(`/console/definitions/${name}?version=1&`)]).toEqual([
        303,
        true,
      ]);
      expect(await page(String(headers.location))).toContain(`role="status">${said}<`);
    }
    expect((await press('/console/definitions/new', { text, do: 'start' })).headers.location).toBe(
      `/console/definitions/${name}/start?version=1&published=before#input`,
    );
    const start = await page(`/console/definitions/${name}/start?version=1&published=anew`);
    expect(start).toContain('role="status">Published as version 1.<');
  });

  test('it begins as the version it is made from, and says where nobody sees characters', async () => {
    const { name } = await published({ description: 'a\u202eb' });
    const html = await page(`/console/definitions/new?from=${name}`);
    expect(html).toContain(`Edit <bdi>${name}</bdi>`);
    expect(html).toMatch(new RegExp(`rows="26"[^>]*>\n.*name: ${name}`, 's'));
    const { body } = await press('/console/definitions/new', { text: 'name: x\nd: "a\u202eb"\n', do: 'check' });
    expect(body).toContain('1 hidden character: line 2.');
    expect((await api.get('/console/definitions/new?from=nobody')).statusCode).toBe(404);
  });

  test('R93: a form of another site publishes nothing', async () => {
    const headers = { ...FORM, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const payload = new URLSearchParams({ text: 'name: x', do: 'publish' }).toString();
    expect((await api.send({ method: 'POST', url: '/console/definitions/new', headers, payload })).statusCode).toBe(
      403,
    );
  });
});

describe('console 2: the start of a run without scripts', () => {
  const INPUT = {
    type: 'object',
    required: ['who', 'address'],
    properties: {
      who: { type: 'string', description: 'Whom to greet.' },
      tone: { enum: ['warm', 3] },
      times: { type: 'integer', default: 2 },
      loud: { type: 'boolean' },
      topics: { type: 'array', items: { type: 'string' } },
      address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      more: { type: 'object' },
    },
  };

  test('without a schema the input is prefilled with what templates name, and what is left empty is asked for', async () => {
    const { name } = await published({ specification: 'Greet {input.who} of {input.address.city}, {{input.not}}.' });
    const { needs } = (await api.get(`/v1/workflows/${name}?view=page`)).json();
    expect(needs).toEqual(['/who', '/address/city']);
    const url = `/console/definitions/${name}/start`;
    const html = await page(url);
    expect(html).toMatch(/<textarea id="input"[^>]* autofocus/);
    expect(JSON.parse(formsOf.fields(html)['input'] ?? '')).toEqual({ who: '', address: { city: '' } });
    const refusals = [
      ['{"who":"","address":{"city":""}}', 'who, address.city are needed.'],
      ['{"address":{"city":"Bern"}}', 'who is needed.'],
    ] as const;
    for (const [input, said] of refusals) {
      const { statusCode, body } = await press(url, { input });
      expect(statusCode).toBe(422);
      expect(body).toContain(`class="wrong"><bdi>${said}<`);
    }
    api.runs.script({});
    const input = '{"who":"Ada","address":{"city":"Bern"}}';
    expect((await press(url, { input })).statusCode).toBe(303);
  });

  test('each value of the schema has its field, and a run begins with what was typed', async () => {
    const { name, bound } = await published({ input: INPUT });
    const url = `/console/definitions/${name}/start`;
    const html = await page(url);
    expect(html).toContain(`at most ${bound.generations} generations`);
    for (const label of ['who', 'tone', 'times', 'loud', 'topics', 'address city', 'more'])
      expect(html).toContain(`<bdi>${label}</bdi>`);
    api.runs.script({});
    const { statusCode, headers } = await press(url, {
      'input/who': 'Ada\r\nand Bob',
      'input/tone': '3',
      'input/times': '7',
      'input/loud': 'false',
      'input/topics': 'one\r\n\r\ntwo',
      'input/address/city': 'Bern',
      'input/more': '{"x": [1]}',
      model: 'sim:script',
      maxAttempts: '3',
      maxDuration: '90 min',
      maxCostUsd: '',
      tags: 'a\r\nb, c',
    });
    expect(statusCode).toBe(303);
    const run = (await api.get(String(headers.location).replace('/console', '/v1'))).json();
    expect(run).toMatchObject({
      input: {
        who: 'Ada\nand Bob',
        tone: 3,
        times: 7,
        loud: false,
        topics: ['one', 'two'],
        address: { city: 'Bern' },
        more: { x: [1] },
      },
      tags: ['a', 'b, c'],
      budgets: { maxAttempts: 3, maxDuration: 'PT1H30M' },
    });
    expect(run.input.address).toEqual({ city: 'Bern' });
  });

  test('R42: pressed twice, it starts one run', async () => {
    const { name } = await published({});
    const url = `/console/definitions/${name}/start`;
    const key = /name="key" value="([^"]+)"/.exec(await page(url))?.[1] ?? '';
    api.runs.script({});
    const [one, other] = [await press(url, { key, input: '{}' }), await press(url, { key, input: '{}' })];
    expect(one.statusCode).toBe(303);
    expect(other.headers.location).toBe(one.headers.location);
  });

  test('R57: the form takes an input of 4 MiB, whatever its letters are, and says what to do about a larger one', async () => {
    const { name } = await published({ input: { type: 'object', properties: { text: { type: 'string' } } } });
    const url = `/console/definitions/${name}/start`;
    api.runs.script({});
    const text = 'ö'.repeat((4 * 1024 * 1024 - '{"text":""}'.length) / 2);
    const { statusCode, headers } = await press(url, { 'input/text': text });
    expect(statusCode).toBe(303);
    const run = (await api.get(String(headers.location).replace('/console', '/v1'))).json();
    expect(run.input.text === text).toBe(true);
    const larger = await press(url, { 'input/text': `${text}öö` });
    expect(larger.statusCode).toBe(413);
    expect(larger.body).toContain(
      'Nothing was started. The input has 4.01 MiB, which is more than a run takes. The input of a run may have 4 MiB.',
    );
    const largest = await press(url, { 'input/text': 'ö'.repeat(2.1 * 1024 * 1024) });
    expect([largest.statusCode, /The input of a run may have 4 MiB/.test(largest.body)]).toEqual([413, true]);
  });

  test('what is refused stands beside its field, and every word stays', async () => {
    const { name } = await published({ input: INPUT });
    const typed = {
      'input/who': '<i>Ada</i>',
      'input/times': 'often',
      'input/address/city': 'Bern',
      maxAttempts: 'many',
      tags: 'kept',
    };
    const { statusCode, body } = await press(`/console/definitions/${name}/start`, typed);
    expect(statusCode).toBe(422);
    expect(body).toMatch(/role="alert"><bdi>Nothing was started\./);
    expect(body).toMatch(/id="maxAttempts-wrong"/);
    for (const kept of [
      '&lt;i>Ada&lt;/i></textarea>',
      'value="often"',
      'Bern</textarea>',
      'value="many"',
      'kept</textarea>',
    ])
      expect(body).toContain(kept);
    const second = await press(`/console/definitions/${name}/start`, { ...typed, maxAttempts: '' });
    expect(second.body).toMatch(/id="input\/times-wrong"/);
    const third = await press(`/console/definitions/${name}/start`, { 'input/more': '{', 'input/who': ' ' });
    expect(third.body).toMatch(/<textarea id="input\/who"[^>]* autofocus/);
    expect(third.body).toMatch(
      /id="input\/who-wrong" class="wrong"><bdi>who is needed\.<.*<bdi>address city is needed\.</s,
    );
    expect(third.body.match(/ autofocus/g)).toHaveLength(1);
    expect(third.body).toMatch(/id="input\/more-wrong".*The text is not JSON/s);
    const model = await press(`/console/definitions/${name}/start`, {
      ...typed,
      'input/times': '',
      maxAttempts: '',
      model: 'nobody',
    });
    expect(model.body).toMatch(/id="model-wrong"/);
  });

  test.each([
    ['names no schema', undefined],
    ['names no values', { type: 'object' }],
    ['has alternatives', { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] }],
  ])('one field of JSON where the definition %s', async (_, input) => {
    const { name } = await published(input === undefined ? {} : { input });
    const url = `/console/definitions/${name}/start`;
    expect(await page(url)).toContain('<bdi>Input (JSON)</bdi>');
    api.runs.script({});
    const { headers } = await press(url, { input: '{"a": "x"}' });
    expect((await api.get(String(headers.location).replace('/console', '/v1'))).json().input).toEqual({ a: 'x' });
  });
});

test('console 2: guards, generators and models with nature, options and an example', async () => {
  const html = await page('/console/parts');
  for (const { name, nature } of (await api.get('/v1/guards?limit=200')).json().data)
    expect(html).toMatch(new RegExp(`<code><bdi>${name}</bdi></code><small> ${nature} · `));
  for (const { kind } of (await api.get('/v1/generators')).json().data)
    expect(html).toContain(`<code><bdi>${kind}</bdi></code>`);
  expect(html).toContain('<bdi>sim:script</bdi>');
  expect(html).toContain('aria-label="Example of contains"');
});

test.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 60), text] as const))(
  'console 6.8: %s in a definition, an input and a tag stays text in its frame',
  async (_, text) => {
    const start = text.slice(0, 10_000);
    const input = { type: 'object', properties: { a: { type: 'string', description: start, default: start } } };
    const document = aDocument({ description: text, input });
    const { name } = document;
    const isKept = (await api.post('/v1/workflows', document)).statusCode === 201;
    const typed = { 'input/a': text, tags: text, model: text, maxTokens: text };
    const answers = [
      ...(isKept
        ? [
            await api.get('/console/definitions'),
            await api.get(`/console/definitions/${name}`),
            await api.get(`/console/definitions/${name}/start`),
            await api.get(`/console/definitions/new?from=${name}`),
            await press(`/console/definitions/${name}/start`, typed),
          ]
        : []),
      await press('/console/definitions/new', { text: JSON.stringify({ ...document, name: text }), do: 'publish' }),
      await press('/console/definitions/new', { text, do: 'check' }),
      await api.get(`/console/definitions/${encodeURIComponent(text.slice(0, 100).toWellFormed())}`),
    ];
    for (const { body, headers } of answers) {
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      // What stands in a field is for a hand to change, and told beside it.
      const read = body.replaceAll(
        /<textarea[^>]*>[^<]*<\/textarea>|<input [^>]*>|<svg width="\d+" height="\d+" viewBox="[-\d ]+">/g,
        '',
      );
      expect(read).not.toMatch(
        /<script(?! type="module" src="\/console)|<(svg|iframe|style|base|meta (?!charset|name)|object|embed|video|math)/,
      );
      expect(read.match(/<\/main>/g)).toHaveLength(1);
      expect(['\u202e', '\u200b', '\u001b', '\ud800', '\u{e0041}'].filter((hidden) => read.includes(hidden))).toEqual(
        [],
      );
    }
  },
);
