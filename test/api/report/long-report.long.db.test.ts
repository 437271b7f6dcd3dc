/** Over a real PostgreSQL: reports of runs with more than fits (console 5: at most 8 MiB for 2,000 attempts). */
import { countStatements } from '../../support/servers/statements.ts';
import { useApp } from '../test-app.ts';
import { rejectedRun } from './rejected-run.ts';

const api = useApp();
const MOST = 8 * 1024 * 1024;

test('console 5: 2,000 attempts with long texts are at most 8 MiB, each is there, and every cut is told', async () => {
  const id = await rejectedRun(api, { attempts: 2_000, bytes: 8 * 1024, ends: true });
  const statements = countStatements();
  const html = (await api.get(`/v1/runs/${id}/report`)).body;
  const taken = statements.taken();
  statements.stop();
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST);
  expect(html.match(/<details id="a\d+"/g)).toHaveLength(2_000);
  expect(html).toContain('Only the beginning is shown: ');
  // Pages of attempts and of events, two each, and what is read once.
  expect(taken.length).toBeLessThanOrEqual(2 * (2_000 / 50) + 2 * 9 + 40);
  expect((await api.get(`/v1/runs/${id}/report`)).body === html).toBe(true);
  expect(Buffer.byteLength((await api.get(`/v1/runs/${id}/report?format=md`)).body)).toBeLessThanOrEqual(MOST);
}, 120_000);

test('console 5: of more attempts the middle is left out, and counted', async () => {
  const id = await rejectedRun(api, { attempts: 2_010, bytes: 64, ends: true });
  const { body } = await api.get(`/v1/runs/${id}/report`);
  expect(body).toContain('10 attempts are left out here');
  for (const shown of ['a500', 'a511', 'a2010']) expect(body).toContain(`<details id="${shown}"`);
  expect(body).not.toContain('<details id="a501"');
}, 120_000);
