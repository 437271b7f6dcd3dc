/** Over a real PostgreSQL, with the engine's core in memory: a step's attempts, and two of them side by side (console 2, 2.3, 6.7). */

import { no, PIPELINE, useDecisions, yes } from '../api/escalations/deciding.ts';
import { formsOf, mainOf, region } from './forms.ts';

const { api, started, escalated, decide } = useDecisions();

const page = async (url: string) => (await api.get(url)).body;
const says = (text: string, verdict: 'pass' | 'retry' | 'fatal') => ({ text, verdict });

/** A plan at once, a draft at the second try. */
const drafted = (...texts: readonly string[]) =>
  started(
    {
      plan: [says('a plan', 'pass')],
      draft: texts.map((text, at) => says(text, at === texts.length - 1 ? 'pass' : 'retry')),
    },
    PIPELINE,
  );

describe('console 6.7: two attempts of a step', () => {
  test('the differing leaf, the changed words, the prompt by section, and what each cost', async () => {
    const id = await drafted('PAY 12 to Ada', 'PAY 12 to Ada on Friday');
    const html = await page(`/console/runs/${id}/steps/draft/compare?a=1&b=2`);
    expect(html).toMatch(/<h1>Attempts 1 and 2 of <bdi>draft<\/bdi><\/h1>/);
    expect(region(html, 'Verdict')).toContain('<bdi>not-empty</bdi>');
    expect(region(html, 'Verdict')).toContain('&quot;PAY 12 to Ada&quot; will not do');
    expect(region(html, 'Verdict')).toContain('✕</span> Rejected');
    expect(region(html, 'Text')).toContain('<ins>+ on Friday</ins>');
    expect(region(html, 'Text')).not.toContain('<del>');
    expect(region(html, 'Prompt')).toContain('Both were asked the same.');
    expect(region(html, 'Figures')).toMatch(/Cost<\/th><td><bdi>\$0\.0015<\/bdi><\/td><td><bdi>\$0\.0015/);
    expect(region(html, 'Figures')).toMatch(/class="differs"><th scope="row">Outcome/);
  });

  test('words that changed one after the other have one sign', async () => {
    const id = await drafted('the old slow kettle is in our shop', 'the new fast kettle is in our shop');
    const text = region(await page(`/console/runs/${id}/steps/draft/compare?a=1&b=2`), 'Text');
    expect(text.match(/<(?:ins|del)>[^<]*/g)).toEqual(['<del>−old slow', '<ins>+new fast']);
  });

  test('equal texts say so', async () => {
    const id = await drafted('the same', 'the same');
    const text = region(await page(`/console/runs/${id}/steps/draft/compare?a=1&b=2`), 'Text');
    expect(text).toContain('The texts are equal.');
    expect(text).not.toContain('<pre');
  });

  test('swap, next and previous lead to pairs that there are', async () => {
    const id = await drafted('one', 'two', 'three');
    const at = (a: number, b: number) => `/console/runs/${id}/steps/draft/compare?a=${a}&amp;b=${b}`;
    const ways = async (a: number, b: number) => {
      const html = await page(at(a, b).replace('&amp;', '&'));
      return [...html.matchAll(/<a href="([^"]+)">(Previous|Swap|Next)<\/a>/g)].map(([, href, word]) => [word, href]);
    };
    expect(await ways(1, 2)).toEqual([
      ['Swap', at(2, 1)],
      ['Next', at(2, 3)],
    ]);
    expect(await ways(2, 3)).toEqual([
      ['Previous', at(1, 2)],
      ['Swap', at(3, 2)],
    ]);
  });

  test('any two are chosen by a form, which begins with those that are shown', async () => {
    const id = await drafted('one', 'two', 'three');
    const html = await page(`/console/runs/${id}/steps/draft/compare?a=3&b=1`);
    expect(formsOf.fields(html)).toMatchObject({ a: '3', b: '1' });
    expect(html).toContain(`<form method="get" action="/console/runs/${id}/steps/draft/compare"`);
    const options = [...html.matchAll(/<option value="(\d)"[^>]*>([^<]*)</g)].map(([, , words]) => words);
    expect(options.slice(0, 3)).toEqual(['3 · Accepted', '2 · Rejected', '1 · Rejected']);
  });

  test('without numbers the newest two are compared; where there is one it says so', async () => {
    const id = await drafted('one', 'two', 'three');
    expect(await page(`/console/runs/${id}/steps/draft/compare`)).toContain('Attempts 2 and 3 of ');
    expect(await page(`/console/runs/${id}/steps/plan/compare`)).toContain('Nothing to compare');
    expect((await api.get(`/console/runs/${id}/steps/draft/compare?a=1&b=9`)).statusCode).toBe(404);
    expect((await api.get(`/console/runs/${id}/steps/none/compare`)).statusCode).toBe(404);
  });

  test('across runs: marked in the list, a step is chosen, each column names its run; swapped they change places', async () => {
    const [one, other] = [await drafted('one'), await drafted('no', 'another')];
    const marked = await page(`/console/compare?run=${one}&run=${other}`);
    const link = `/console/runs/${one}/steps/draft/compare?a=1&amp;b=2&amp;run=${other}`;
    expect(marked).toContain(`href="${link}"`);
    expect(marked).toMatch(/Cost<\/th><td>\$[\d.]+<\/td><td>\$[\d.]+<.*Took<\/th><td>\d/);
    const html = await page(link.replaceAll('&amp;', '&'));
    expect(html).toContain(`Attempt 1 of ${one.slice(0, 8)}…${one.slice(-5)}`);
    expect(html).toContain(`Attempt 2 of ${other.slice(0, 8)}…${other.slice(-5)}`);
    expect(region(html, 'Text')).toMatch(/Less than a third is the same.*>one<\/pre>.*>another<\/pre>/s);
    expect(html).toContain(`href="/console/runs/${other}/steps/draft/compare?a=2&amp;b=1&amp;run=${one}">Swap`);
  });

  test.each(['', '?run=run_one', '?run=a&run=b&run=c'])('%s: not two runs are marked', async (query) => {
    expect(await page(`/console/compare${query}`)).toContain('mark exactly two');
  });
});

describe('console 2: a step', () => {
  test('its attempts over all epochs, the newest open with text, guard and what it was asked', async () => {
    const id = await drafted('first', 'second');
    const html = await page(`/console/runs/${id}/steps/draft`);
    expect(html).toContain('<h1><bdi>draft</bdi></h1>');
    const opened = region(html, 'Attempt 2');
    expect(opened).not.toContain('[object');
    expect(opened).toContain('sim:script · stop · 10 tokens in, 5 out · $0.0015');
    expect(opened).toContain('>second</pre>');
    expect(opened).toContain('<ul class="tree">');
    expect(opened).toContain('Write draft.</pre>');
    expect(opened).toContain('Specification');
    const rows = region(html, 'Attempts');
    expect(html.indexOf(rows)).toBeLessThan(html.indexOf(opened));
    expect(opened).toMatch(/<details><summary>Parameters, digests and ids<\/summary><dl>.*sha256:/s);
    expect(opened.split('Parameters, digests and ids')[0]).not.toMatch(/sha256:|<dt>Parameters/);
    expect(rows.indexOf('Attempt 2')).toBeLessThan(rows.indexOf('Attempt 1'));
    expect(rows).toContain(`href="/console/runs/${id}/steps/draft/compare?a=1&amp;b=2"`);
    const earlier = await page(`/console/runs/${id}/steps/draft?attempt=1`);
    expect(region(earlier, 'Attempt 1')).toContain('>first</pre>');
    expect(html).toContain(`href="/console/runs/${id}/control?fromStep=draft#fork"`);
  });

  test('the newest attempts stand above the one that is shown, those before them are folded', async () => {
    const [plan, draft] = PIPELINE.steps;
    const steps = [plan, { ...draft, recovery: { rMax: 9, rPatience: 8 } }];
    const script = {
      plan: [yes],
      draft: Array.from({ length: 8 }, (_, at) => says(`text ${at}`, at < 7 ? 'retry' : 'pass')),
    };
    const id = await started(script, { steps });
    const rows = region(await page(`/console/runs/${id}/steps/draft`), 'Attempts');
    const [open = '', folded = ''] = rows.split('<details>');
    expect([open, folded].map((part) => part.match(/<li>/g)?.length)).toEqual([6, 2]);
    expect(folded).toContain('<summary>2 before them</summary>');
  });

  test('each attempt is one press from the comparison with the one that is shown', async () => {
    const id = await drafted('one', 'two', 'three');
    const links = async (query: string) => {
      const html = region(await page(`/console/runs/${id}/steps/draft${query}`), 'Attempts');
      return [...html.matchAll(/compare\?a=(\d)&amp;b=(\d)"[^>]*>Compare with (\d)</g)].map(([, ...of]) =>
        of.join(' '),
      );
    };
    expect(await links('')).toEqual(['2 3 3', '1 3 3']);
    expect(await links('?attempt=1')).toEqual(['1 3 1', '1 2 1']);
  });

  test('a text of a person stands on the page of its step; one of another step does not', async () => {
    const { id, eid, digest } = await escalated({ plan: [yes], draft: [no] }, PIPELINE);
    await decide(eid, { action: 'amend', content: 'by hand', artifactDigest: digest });
    const { data } = (await api.get(`/v1/runs/${id}/artifacts`)).json();
    const text = data.find(({ source }: { readonly source: string }) => source === 'human').id;
    const html = await page(`/console/runs/${id}/steps/draft?artifact=${text}`);
    expect(region(html, 'Text by a person')).toMatch(/>by hand<\/pre>.*content"[^>]*>Raw</s);
    expect((await api.get(`/console/runs/${id}/steps/plan?artifact=${text}`)).statusCode).toBe(404);
  });

  test('a step that nothing has tried, and one that there is not', async () => {
    const id = await started({}, PIPELINE);
    expect(await page(`/console/runs/${id}/steps/draft`)).toContain('Nothing was tried yet.');
    expect((await api.get(`/console/runs/${id}/steps/none`)).statusCode).toBe(404);
    expect((await api.get('/console/runs/run_none/steps/draft')).statusCode).toBe(404);
  });

  test('a run leads to its steps, and from an attempt to what it changed', async () => {
    const id = await drafted('first', 'second');
    const html = await page(`/console/runs/${id}`);
    expect(html).toContain(`href="/console/runs/${id}/steps/draft"`);
    expect(region(html, 'Timeline')).toContain(
      `<a href="/console/runs/${id}/steps/draft/compare?a=1&amp;b=2" aria-label="Compare with 1: draft 2">Compare with 1</a>`,
    );
  });
});

describe('console 3: what these pages need of REST', () => {
  test('attempts of a step as rows, the newest first, in pages', async () => {
    const id = await drafted('one', 'two', 'three');
    const base = `/v1/runs/${id}/steps/draft/attempts?view=row&order=newest&limit=2`;
    const first = (await api.get(base)).json();
    expect(first.data.map(({ n }: { readonly n: number }) => n)).toEqual([3, 2]);
    expect(first.data[0]).not.toHaveProperty('renderedPrompt');
    const rest = (await api.get(`${base}&cursor=${first.page.nextCursor}`)).json();
    expect([rest.data.map(({ n }: { readonly n: number }) => n), rest.page.hasMore]).toEqual([[1], false]);
    const other = await api.get(`/v1/runs/${id}/steps/draft/attempts?cursor=${first.page.nextCursor}`);
    expect(other.statusCode).toBe(400);
  });

  test('an artifact with the beginning of its text', async () => {
    const id = await drafted('é'.repeat(10_000));
    const [{ artifactId }] = (await api.get(`/v1/runs/${id}/steps/draft/attempts`)).json().data;
    const { text, cut, bytes } = (await api.get(`/v1/artifacts/${artifactId}?view=page`)).json();
    expect([text.length, cut, bytes]).toEqual([8_192, true, 10_000]);
    expect((await api.get(`/v1/artifacts/${artifactId}`)).json()).not.toHaveProperty('text');
  });
});

test.each(['[', 'a'].map((one) => one.repeat(20_000)))(
  'console 6.8: 20,000 times %.1s in a line stay in their frame',
  async (text) => {
    const id = await drafted(text, `${text} more`);
    const html = await page(`/console/runs/${id}/steps/draft`);
    expect(html).toContain('only the beginning is shown');
    expect(html.length).toBeLessThan(60_000);
  },
);

test.each([
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '![x](https://evil.example/x.png)',
  'a\u202eb',
  '\u001b]8;;https://evil.example\u0007x',
  '</pre></main>',
  '\ud800',
])('console 6.8: %j as a text stays text where attempts are shown and compared', async (text) => {
  const id = await drafted(text, `${text} more`);
  for (const url of ['', '/compare?a=1&b=2'].map((rest) => `/console/runs/${id}/steps/draft${rest}`)) {
    const html = await page(url);
    expect(mainOf(html)).not.toMatch(/<script(?! type="module" src="\/console)|<img|<svg/);
    expect(['\u202e', '\u001b', '\ud800'].filter((hidden) => html.includes(hidden))).toEqual([]);
    expect(html.match(/<\/main>/g)).toHaveLength(1);
  }
});
