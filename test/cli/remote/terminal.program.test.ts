import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { openTerminal } from '../../../src/cli/remote/terminal.ts';
import { aQuestion, aRun } from './fixtures/answers.ts';

const SIGNALLED = process.listeners('SIGINT');
afterEach(() => {
  for (const listener of process.listeners('SIGINT'))
    if (!SIGNALLED.includes(listener)) process.off('SIGINT', listener);
});

function terminalOf(isTTY: boolean, env: NodeJS.ProcessEnv = {}, size: object = { columns: 20, rows: 5 }) {
  const written: string[] = [];
  const out = { isTTY, ...size, write: (piece: string | Uint8Array) => written.push(String(piece)) > 0 };
  const terminal = openTerminal({ stdin: process.stdin, stdout: out, stderr: out }, env);
  return { terminal, said: () => written.join('') };
}

test.each([
  [true, {}, '\u001b[32m✓ done\u001b[0m\n'],
  [true, { NO_COLOR: '1' }, '✓ done\n'],
  [true, { NO_COLOR: '' }, '\u001b[32m✓ done\u001b[0m\n'],
  [true, { TERM: 'dumb' }, '✓ done\n'],
  [false, {}, '✓ done\n'],
])('console 5: colour on a terminal alone, and never with NO_COLOR: %s %j', (isTTY, env, expected) => {
  const { terminal, said } = terminalOf(isTTY, env);
  terminal.line(['good', '✓ done']);
  expect(said()).toBe(expected);
});

test('console 5: a picture takes the place of the one before, and fits the window', () => {
  const { terminal, said } = terminalOf(true, { NO_COLOR: '1' });
  terminal.draw([['one'], ['a line that is longer than the window']]);
  terminal.draw([['1'], ['2'], ['3'], ['4'], ['5'], ['6']]);
  terminal.draw([['end']]);
  expect(said()).toBe('\u001b[0Jone\na line that is lon…\n\u001b[2A\u001b[0J1\n2\n3\n…\n\u001b[4A\u001b[0Jend\n');
});

test('a window that does not say its size is one of 80 columns', () => {
  const { terminal, said } = terminalOf(true, { NO_COLOR: '1' }, { columns: 0, rows: 0 });
  terminal.draw([['x'.repeat(100)]]);
  expect(said()).toBe(`\u001b[0J${'x'.repeat(78)}…\n`);
});

test('a document is printed as JSON that says the same, without what nobody sees', () => {
  const { terminal, said } = terminalOf(false);
  const document = '{"a":"\u009b\u202e\u200b\u{e0041}€"}\n';
  terminal.json(document);
  expect(said()).toBe('{"a":"\\u009b\\u202e\\u200b\\udb40\\udc41€"}\n');
  expect(JSON.parse(said())).toEqual(JSON.parse(document));
});

async function serving(reply: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const service = createServer(reply);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  return service;
}

const envOf = (service: Server): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  XDG_CONFIG_HOME: '/nonexistent',
  DSAP_URL: `http://127.0.0.1:${Object(service.address()).port}`,
});

const onLinux = existsSync('/dev/full') ? test : test.skip;

onLinux('console 5: a result that cannot be written is a failure, and said', async () => {
  const body = { runId: 'r', status: 'completed', artifacts: {}, waived: [] };
  const service = await serving((_, response) => void response.end(JSON.stringify(body)));
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['src/cli/main.ts', 'run', 'result', 'r', '--json'], {
    env: envOf(service),
    stdio: ['ignore', full, 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (piece) => void (said += String(piece)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  service.close();
  closeSync(full);
  expect([code, said]).toEqual([1, 'dsap: the result cannot be written: ENOSPC.\n']);
});

/** Runs a program on a terminal of its own. */
const TERMINAL = 'script';
const hasScript = spawnSync(TERMINAL, ['--version']).status === 0;
const onTerminal = hasScript ? test : test.skip;

onTerminal(
  `console 5: on a real terminal a question is asked for and decided${hasScript ? '' : ' (skipped: no program "script" here)'}`,
  async () => {
    const sent: unknown[] = [];
    const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (request.method === 'POST') sent.push(await json(request));
      const decided = { id: 'esc_1', runId: 'r', decision: { action: 'reject', by: 'ann' } };
      const body =
        request.method === 'POST' ? decided : request.url?.startsWith('/v1/runs') ? aRun('running') : aQuestion();
      response.end(JSON.stringify(body));
    };
    const service = await serving((request, response) => void reply(request, response));
    const command = `${process.execPath} src/cli/main.ts run decide esc_1`;
    const env = { ...envOf(service), TERM: 'xterm' };
    const child = spawn(TERMINAL, ['-qec', command, '/dev/null'], { env });
    const types = new Map([
      ['Your answer', 'reject\n'],
      ['What is wrong', 'Name the payee.\n'],
    ]);
    let seen = '';
    child.stdout.on('data', (piece) => {
      seen += String(piece);
      for (const [question, answer] of types)
        if (seen.includes(question) && types.delete(question)) child.stdin.write(answer);
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    service.close();
    expect([code, sent]).toEqual([0, [{ action: 'reject', feedback: 'Name the payee.', shown: 'as.it.stood' }]]);
    expect(seen).toContain('\u001b[1mIs this payment to be booked?\u001b[0m');
  },
);
