/** Over a real PostgreSQL, with the engine's core in memory: what a page costs whoever opens it for the first time (console 3, 4, 6.14). */
import { gzipSync } from 'node:zlib';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { islandFiles } from '../../src/platform/island-files.ts';
import { no } from '../api/escalations/deciding.ts';
import { rejectedRun } from '../api/report/rejected-run.ts';
import { aDocument, useApp } from '../api/test-app.ts';

const KIB = 1_024;

const islands = islandFiles({
  cacheDirectory: cacheDirectory(process.env),
  warn: (line) => {
    throw new Error(line);
  },
});
const api = useApp({}, islands);

/** What a first visit takes: the document, its style and its scripts, in bytes of gzip; and how many files these are. */
async function visit(url: string) {
  const { statusCode, body } = await api.get(url);
  expect(statusCode).toBe(200);
  const files = [
    ...new Set([...body.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, file = '']) => file)),
  ];
  const loaded = await Promise.all(files.map(async (file) => gzipSync((await api.get(file)).rawPayload).length));
  const document = gzipSync(body).length;
  return { body, files: files.length, document, all: loaded.reduce((sum, bytes) => sum + bytes, document) };
}

/** Opening tags, which are elements. */
const elementsIn = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

/** A run that waits for a person, by its question. */
async function parked(): Promise<string> {
  api.runs.script({ draft: [no] });
  const { id } = (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json();
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  return eid;
}

test('console 6.14: a question is at most 40 KiB, its document 14', async () => {
  const { document, all, files } = await visit(`/console/e/${await parked()}`);
  expect(document).toBeLessThanOrEqual(14 * KIB);
  expect(all).toBeLessThanOrEqual(40 * KIB);
  expect(files).toBeLessThanOrEqual(2);
});

test('console 6.14: the lists of a hundred runs and of what waits are at most 60 KiB', async () => {
  for (let made = 0; made < 101; made += 1) await parked();
  for (const url of ['/console', '/console/runs']) {
    const { all, body } = await visit(url);
    expect({ url, isWithin: all <= 60 * KIB, rows: (body.match(/data-key="/g) ?? []).length >= 100 }).toEqual({
      url,
      isWithin: true,
      rows: true,
    });
  }
});

test.each([
  [20, 64],
  [2_000, 96],
])(
  'console 6.14: a run of %i attempts is at most %i KiB, and never more than 4,000 elements',
  async (attempts, kib) => {
    const id = await rejectedRun(api, { attempts, bytes: 64 });
    const { all, body } = await visit(`/console/runs/${id}`);
    expect(all).toBeLessThanOrEqual(kib * KIB);
    expect(elementsIn(body)).toBeLessThanOrEqual(4_000);
  },
);

test('console 6.14: the editor is at most 200 KiB', async () => {
  const { all } = await visit('/console/definitions/new');
  expect(all).toBeLessThanOrEqual(200 * KIB);
});
