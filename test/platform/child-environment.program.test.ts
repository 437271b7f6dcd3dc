import { childEnvironment, fetchingEnvironment } from '../../src/platform/child-environment.ts';
import { spawnKept } from '../../src/platform/kept-process.ts';

const OURS = {
  PATH: '/bin',
  HOME: '/root',
  LC_ALL: 'C',
  TZ: 'UTC',
  OPENAI_API_KEY: 'sk-1',
  DATABASE_URL: 'postgres://u:p@db/x',
  DSAP_API_KEY: 'k',
  NODE_OPTIONS: '--inspect',
  https_proxy: 'http://proxy:3128',
  HTTP_PROXY: 'http://proxy:3128',
  PIP_INDEX_URL: 'https://index',
};

test('a child is given what programs need to run, by a list, and no secret', () => {
  expect(Object.keys(childEnvironment(OURS))).toEqual(['PATH', 'HOME', 'LC_ALL', 'TZ']);
});

test('the folders of the system are on its PATH, after those of the person', () => {
  expect(childEnvironment({ PATH: '/opt/node/bin:/bin' })['PATH']).toBe('/opt/node/bin:/bin:/usr/bin');
  expect(childEnvironment({})['PATH']).toBe('/usr/bin:/bin');
});

test('one that fetches is given proxies and the index besides', () => {
  const more = ['https_proxy', 'HTTP_PROXY', 'PIP_INDEX_URL'];
  expect(Object.keys(fetchingEnvironment(OURS))).toEqual(['PATH', 'HOME', 'LC_ALL', 'TZ', ...more]);
});

test('a kept server inherits none of our secrets, and what it writes is its own', async () => {
  process.env['OPENAI_API_KEY'] = 'sk-of-the-test';
  const lines: string[] = [];
  const kept = spawnKept('/bin/sh', ['-c', 'env; umask'], { signal: 'SIGTERM', onLine: (line) => lines.push(line) });
  await kept.ended;
  delete process.env['OPENAI_API_KEY'];
  expect(lines.some((line) => line.startsWith('PATH='))).toBe(true);
  expect(lines.join('\n')).not.toContain('sk-of-the-test');
  expect(lines.at(-1)).toBe('0077');
});
