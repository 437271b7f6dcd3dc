// Plays docs/command-line.md: what it shows of each command is what that prints.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blocksOf } from '../../docs/blocks.ts';
import { CHECKOUT } from '../../support/processes/dsap.ts';
import { type OnServers, serveOnServers } from '../../support/processes/on-servers.ts';
import { ended } from './fixtures/a-shell.ts';
import { PAYMENT, TALE } from './fixtures/definitions.ts';

jest.setTimeout(60_000);

let service: OnServers;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-page-'));
  const readme = blocksOf(await readFile(path.join(CHECKOUT, 'README.md'), 'utf8'), 'README.md');
  const hello = readme.find(({ language, text }) => language === 'yaml' && text.startsWith('name: hello'))?.text ?? '';
  const files = { hello, wrong: hello.replace('max: 40', 'mx: 40'), payment: PAYMENT, tale: TALE };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, `${name}.yaml`), text);
  service = await serveOnServers();
});
afterAll(async () => {
  await service?.end();
  await rm(folder, { recursive: true });
});

/** As a person types it, in the folder with the files. */
async function typed(line: string): Promise<readonly string[]> {
  const env = {
    DSAP_URL: service.url,
    XDG_CONFIG_HOME: folder,
    PATH: `${path.join(CHECKOUT, 'bin')}:${process.env['PATH']}`,
  };
  const { out, err } = await ended('sh', ['-c', `cd '${folder}' && ${line}`], env);
  return `${out}${err}`.split('\n').map(timeless);
}

/** What differs from one time to another stands for itself. */
const timeless = (line: string) => line.replace(/^\d\d:\d\d:\d\d/, 'hh:mm:ss').trimEnd();

/** These lines and no others; a line that is `…` stands for one or more that the page leaves out. */
function asShown(lines: readonly string[]): RegExp {
  const escaped = (line: string) => line.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`^${lines.map((line) => (line === '…' ? '(?:.*\\n)+?' : `${escaped(line)}\\n`)).join('')}$`);
}

test('console 6.15: every command of the page prints what the page shows of it; what is left out is marked', async () => {
  const page = blocksOf(await readFile(path.join(CHECKOUT, 'docs/command-line.md'), 'utf8'), 'docs/command-line.md');
  const printed: unknown[] = [];
  const expected: unknown[] = [];
  for (const { language, text } of page) {
    if (language === 'sh') {
      expect(await typed(text)).toContain('✎ approved, by anonymous');
      continue;
    }
    for (const [command = '', ...shown] of text
      .split(/^\$ /m)
      .slice(1)
      .map((part) => part.trimEnd().split('\n'))) {
      printed.push([command, `${(await typed(command)).join('\n').trimEnd()}\n`]);
      expected.push([command, expect.stringMatching(asShown(shown.map(timeless)))]);
    }
  }
  expect(printed).toEqual(expected);
  expect(printed).toHaveLength(9);
});

test('console 5: a report is written to a file, in the form asked for or by its name, and told with its SHA-256', async () => {
  await typed('dsap run start hello.yaml --set who=Ada --id told --watch');
  const written = async (name: string) => {
    const text = await readFile(path.join(folder, name), 'utf8');
    return { text, digest: `sha256:${createHash('sha256').update(text).digest('hex')}` };
  };
  const [line = ''] = await typed('dsap run report told -o told.html --json 2>/dev/null');
  const html = await written('told.html');
  const etag = expect.stringMatching(/^"\d+-\d+"$/);
  expect(JSON.parse(line)).toEqual({ file: 'told.html', format: 'html', digest: html.digest, etag });
  expect(html.text).toContain('<h1>Report of run <bdi>told</bdi></h1>');
  const said = await typed('dsap run report told -o told.txt --format md');
  const markdown = await written('told.txt');
  expect(said).toContain(`The report is in told.txt, ${markdown.digest}.`);
  expect(markdown.text).toMatch(/^# Report of run told\n/);
  expect(await typed('dsap run report none -o none.html; echo $?')).toContain('6');
});
