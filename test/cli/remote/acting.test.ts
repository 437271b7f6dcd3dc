import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { given } from './fixtures/a-terminal.ts';
import { aPage, aPreview, aRun, problem } from './fixtures/answers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, content);
  return place;
}

const BOMB = ['a', 'b', 'c', 'd']
  .map(
    (name, level, names) =>
      `${name}: &${name} [${Array(9)
        .fill(level === 0 ? '1' : `*${names[level - 1]}`)
        .join(', ')}]`,
  )
  .join('\n');

const started = { 'POST /v1/runs': { status: 201, body: aRun('running') } };
const posts = ({ heard }: Awaited<ReturnType<typeof given>>) => heard.filter(({ method }) => method !== 'GET');

describe('dsap run start', () => {
  test.each([
    [['pay'], { workflow: { name: 'pay' } }],
    [
      ['pay@3', '--id', 'x', '--tag', 'a', '--tag', 'b'],
      { workflow: { name: 'pay', version: 3 }, id: 'x', tags: ['a', 'b'] },
    ],
    [['pay', '--input', '[1]'], { workflow: { name: 'pay' }, input: [1] }],
    [
      ['pay', '--input', '{"a":1,"b":2}', '--set', 'b=x=y', '--set', 'c=true', '--set', 'd={"e":[1]}', '--set', 'f='],
      { workflow: { name: 'pay' }, input: { a: 1, b: 'x=y', c: true, d: { e: [1] }, f: '' } },
    ],
  ])('%j', async (argv, body) => {
    const done = await given(['run', 'start', ...argv], started);
    expect(posts(done).map((one) => one.body)).toEqual([body]);
    expect([done.code, done.out]).toEqual([0, ['r']]);
  });

  test('of a file, with its input in another', async () => {
    const yaml = await file('hello.yaml', 'name: hello\nsteps: []\n');
    const json = await file('in.json', '{"who": "Ada"}');
    const done = await given(['run', 'start', yaml, '--input', `@${json}`], started);
    expect(posts(done)[0]?.body).toEqual({
      workflow: { definition: { name: 'hello', steps: [] } },
      input: { who: 'Ada' },
    });
  });

  test.each([
    [['./none.yaml'], 'there is no such file'],
    [['pay', '--input', '{'], 'is not JSON'],
    [['pay', '--set', 'who'], '--set takes NAME=VALUE, not who.'],
    [['pay', '--input', '[1]', '--set', 'a=1'], 'an input that is a JSON object'],
  ])('console 5: what cannot be read starts nothing, and is 2: %j', async (argv, said) => {
    const done = await given(['run', 'start', ...argv], started);
    expect([done.code, done.heard]).toEqual([2, []]);
    expect(done.err.join()).toContain(said);
  });

  test('a file that is not YAML is told with the place', async () => {
    const done = await given(['run', 'start', await file('x.yaml', 'a: [')], started);
    expect([done.code, done.err]).toEqual([2, [expect.stringMatching(/x\.yaml:1:5: Not valid YAML: /)]]);
  });

  test.each([
    ['cyc.yaml', 'x: &x\n  y: *x\n', 2, /cyc\.yaml:2:6: The alias \*x lies within what it stands for/],
    ['bomb.yaml', BOMB, 2, /bomb\.yaml: Aliases \(\*name\) may stand for at most 100 copies/],
    [
      'dup.json',
      '{"name":"a","steps":[],"name":"b"}',
      7,
      /dup\.json: The key "name" is written twice in one map; keep one of them\. \(\/name\)/,
    ],
    [
      'dup.yaml',
      'name: a\nname: b\n',
      7,
      /dup\.yaml:2:1: The key "name" is written twice in one map; keep one of them\./,
    ],
    [
      'utf16.yaml',
      Buffer.from('\ufeffname: a\n', 'utf16le'),
      2,
      /utf16\.yaml is UTF-16 \(little-endian\), not UTF-8\. Save it as UTF-8, or convert it: iconv -f UTF-16LE/,
    ],
    [
      'latin1.yaml',
      Buffer.from('name: größe\n', 'latin1'),
      2,
      /latin1\.yaml is not UTF-8: line 1, column 9 \(byte 8\) is the byte F6, "ö" in Windows-1252/,
    ],
    ['multi.yaml', 'a: 1\n---\nb: 1\n', 2, /multi\.yaml:2:1: Not valid YAML: the text holds several documents/],
  ] as const)('N18, N19, N22, N23: %s starts nothing, and is told in one line', async (name, content, code, words) => {
    const done = await given(['run', 'start', await file(name, content)], started);
    expect(done).toMatchObject({ code, err: [expect.stringMatching(words)], heard: [] });
  });

  test.each([
    ['mark.json', Buffer.from('\ufeff{"name":"a","steps":[]}')],
    ['mark.yaml', Buffer.from('\ufeffname: a\r\nsteps: []\r\n')],
  ])('N21: %s begins with a byte-order mark, and is read', async (name, content) => {
    const done = await given(['run', 'start', await file(name, content)], started);
    expect(posts(done)[0]?.body).toEqual({ workflow: { definition: { name: 'a', steps: [] } } });
  });

  test('what the service refuses of a file is told with its places there', async () => {
    const yaml = await file('hello.yaml', 'name: hello\nsteps:\n  - id: 1\n');
    const errors = [
      { pointer: '/workflow/definition/steps/0/id', code: 'invalid_type', detail: 'This must be a text.' },
      { pointer: '/workflow/definition/goal', code: 'unknown_step', detail: 'There is no step "x".' },
    ];
    const refusal = problem(422, 'invalid_definition', '2 things are wrong', { errors });
    const done = await given(['run', 'start', yaml], { 'POST /v1/runs': refusal });
    expect([done.code, done.err]).toEqual([
      7,
      [
        expect.stringMatching(/hello\.yaml:3:9: This must be a text\.$/),
        expect.stringMatching(/hello\.yaml:1:1: There is no step "x"\.$/),
      ],
    ]);
  });

  test('report 26: an input in a file may begin with a mark; what is not UTF-8 is named', async () => {
    const read = async (content: string | Buffer) =>
      given(['run', 'start', 'pay', '--input', `@${await file('in.json', content)}`], started);
    expect(posts(await read('\ufeff{"who":"Ada"}'))[0]?.body).toMatchObject({ input: { who: 'Ada' } });
    for (const [content, code, words] of [
      [Buffer.from('7b2261223a22f6227d', 'hex'), 2, /in\.json is not UTF-8: line 1, column 7 \(byte 6\)/],
      [Buffer.from('\ufeff{}', 'utf16le'), 2, /in\.json is UTF-16/],
      ['{"id":1,"id":2}', 7, /in\.json: The key "id" is written twice/],
      ['{"id":', 2, /in\.json:1:7: The text is not JSON/],
      ['', 2, /in\.json:1:1: The text is not JSON/],
    ] as const)
      expect(await read(content)).toMatchObject({ code, err: [expect.stringMatching(words)], heard: [] });
  });

  test('an empty YAML file is no input', async () => {
    const done = await given(['run', 'start', 'pay', '--input', `@${await file('in.yml', '\uFEFF# none\n')}`], started);
    expect(done).toMatchObject({ code: 2, heard: [], err: [expect.stringMatching(/in\.yml is empty/)] });
  });

  test('an input may be YAML, by the name of its file', async () => {
    const done = await given(['run', 'start', 'pay', '--input', `@${await file('in.yaml', 'who: Ada\n')}`], started);
    expect(posts(done)[0]?.body).toMatchObject({ input: { who: 'Ada' } });
  });

  const BUILD = (type: string) => `name: build
input:
  type: object
  properties: { commit: { type: ${type} }, version: { type: ${type} }, order: { type: ${type} }, big: { type: ${type} }, on: { type: boolean } }
steps: []
`;
  const SETS = ['commit=12e4567', 'version=1.10', 'order=00912', 'big=12345678901234567890', 'on=true'].flatMap(
    (pair) => ['--set', pair],
  );
  const sent = ({ texts }: Awaited<ReturnType<typeof given>>) => /.*"input":(.*)}$/.exec(texts.at(-1) ?? '')?.[1];

  test('report 10: --set is text where the schema of a file allows text, else what prints back the same', async () => {
    const texts = await given(['run', 'start', await file('build.yaml', BUILD('string')), ...SETS], started);
    expect(sent(texts)).toBe(
      '{"commit":"12e4567","version":"1.10","order":"00912","big":"12345678901234567890","on":true}',
    );
    const numbers = await given(['run', 'start', await file('build.yaml', BUILD('number')), ...SETS], started);
    expect(sent(numbers)).toBe(
      '{"commit":12e4567,"version":1.10,"order":"00912","big":12345678901234567890,"on":true}',
    );
    const bare = await given(['run', 'start', await file('bare.yaml', 'name: a\nsteps: []\n'), ...SETS], started);
    expect(sent(bare)).toBe(sent(texts));
  });

  test('report 10: of a published definition the service is asked for the schema, where it makes a difference', async () => {
    const input = { properties: { order: { type: 'string' } } };
    const replies = { ...started, '/v1/workflows/pay/versions/3': { body: { definition: { input } } } };
    const asked = await given(['run', 'start', 'pay@3', '--set', 'order=5', '--set', 'who=Ada'], replies);
    expect(asked.heard.map(({ path: of }) => of)).toEqual(['/v1/workflows/pay/versions/3', '/v1/runs']);
    expect(sent(asked)).toBe('{"order":"5","who":"Ada"}');
    const plain = await given(['run', 'start', 'pay@3', '--set', 'order=five'], replies);
    expect(plain.heard.map(({ path: of }) => of)).toEqual(['/v1/runs']);
  });

  test('--set NAME=@FILE reads a text, or JSON where the schema wants no text; @@ is one @', async () => {
    const yaml = await file(
      'd.yaml',
      'name: d\ninput: { properties: { letter: { type: string }, lines: { type: array } } }\nsteps: []\n',
    );
    const letter = await file('letter.txt', '\ufeffDear Ada,\r\n5\n');
    const lines = await file('lines.json', '[{"net": 1.10}]');
    const done = await given(
      [
        'run',
        'start',
        yaml,
        '--set',
        `letter=@${letter}`,
        '--set',
        `lines=@${lines}`,
        '--set',
        `other=@${lines}`,
        '--set',
        'at=@@ada',
      ],
      started,
    );
    expect(sent(done)).toBe(
      String.raw`{"letter":"Dear Ada,\r\n5\n","lines":[{"net":1.10}],"other":"[{\"net\": 1.10}]","at":"@ada"}`,
    );
  });

  test.each([
    [['--set', 'a=@./none.txt'], './none.txt cannot be read: there is no such file.'],
    [['--set', 'a=@.'], '. cannot be read: it is a folder.'],
    [['--set', 'a=@/dev/zero'], '/dev/zero is larger than 64 MiB, which no request carries.'],
    [['--set', 'a=@'], '--set a=@ names no file. A text that begins with @ is written with two: @@.'],
    [['--set', 'a=1', '--set', 'a=2'], '--set gives a twice; keep one of them.'],
    [['--input', '@'], '--input @ names no file.'],
    [['--input', '@./none.json'], './none.json cannot be read: there is no such file.'],
    [
      ['--input', '{"a":1,"a":2}'],
      '--input (@FILE would name a file): The key "a" is written twice in one map; keep one of them.',
    ],
    [['--input', '@-', '--set', 'a=@-'], 'Standard input (-) can be read for one thing only.'],
  ])('a file that cannot be read is one line, and nothing is started: %j', async (argv, words) => {
    const done = await given(['run', 'start', 'pay', ...argv], started);
    expect(done).toMatchObject({ code: 2, err: [expect.stringContaining(words)] });
    expect(posts(done)).toEqual([]);
  });
});

describe('console 5: what steers a run tells its consequence, and asks', () => {
  const answer = { runId: 'r', status: 'stopped', changed: true };
  const replies = {
    '/v1/runs/r': { body: aRun('running') },
    'POST /v1/runs/r/stop?preview=true': { body: aPreview({ endsRun: 'yes' }) },
    'POST /v1/runs/r/pause?preview=true': { body: aPreview() },
    'POST /v1/runs/r/resume?preview=true': { body: aPreview() },
    'POST /v1/runs/r/terminate?preview=true': { body: aPreview({ endsRun: 'yes' }) },
    'PATCH /v1/runs/r/budget?preview=true': { body: aPreview() },
    'POST /v1/runs/r/fork?preview=true': { body: aPreview() },
    'POST /v1/runs/r/redirect?preview=true': { body: aPreview({ warnings: ['It is far.'] }) },
    ...Object.fromEntries(
      ['stop', 'pause', 'resume', 'terminate', 'redirect'].map((verb) => [
        `POST /v1/runs/r/${verb}?wait=10s`,
        { body: answer },
      ]),
    ),
    'POST /v1/runs/r/fork': { status: 201, body: aRun('running') },
    '/v1/runs/r/budget': {
      headers: { etag: '"5"' },
      body: { limits: {}, used: {}, reserved: {}, remaining: {}, bound: {} },
    },
    'PATCH /v1/runs/r/budget': {
      body: { limits: { maxAttempts: 3 }, used: {}, reserved: {}, remaining: {}, bound: {} },
    },
  };
  const acts = (done: Awaited<ReturnType<typeof given>>) =>
    posts(done).filter(({ path: of }) => !of.includes('preview'));
  const COMMANDS: readonly (readonly [readonly string[], unknown])[] = [
    [['stop', 'r', '--reason', 'late', '--mode', 'after_attempt'], { reason: 'late', mode: 'after_attempt' }],
    [['pause', 'r'], {}],
    [['resume', 'r'], {}],
    [['terminate', 'r', '--reason', 'late'], { reason: 'late' }],
    [['fork', 'r', '--from', 'booking', '--model', 'small'], { fromStep: 'booking', model: 'small' }],
    [['fork', 'r', '--turn', '3', '--model', '{"name":"m"}'], { fromTurn: 3, model: { name: 'm' } }],
    [['budget', 'r', '--set', 'maxAttempts=3', '--set', 'maxDuration=PT2H'], { maxAttempts: 3, maxDuration: 'PT2H' }],
    [['redirect', 'r', '--say', 'Pay Bob.'], { instruction: 'Pay Bob.' }],
  ];

  test('a stop announces one thing: that the run stops and can be resumed', async () => {
    const consequence = 'the run stops, and can be resumed.';
    const foretold = aPreview({ endsRun: 'yes', consequence, generations: 0, wouldReset: [], cutsShort: [] });
    const done = await given(
      ['run', 'stop', 'r'],
      { ...replies, 'POST /v1/runs/r/stop?preview=true': { body: foretold } },
      { types: ['y'] },
    );
    const said = done.err.join('\n');
    expect(said).toContain(consequence);
    expect(said).not.toMatch(/the run ends|more generation/);
    expect(done.out).toEqual(['■ Stopped']);
  });

  test.each([
    ['stop', 'It is stopped as soon as what is in flight has finished.'],
    ['pause', 'It is paused as soon as what is in flight has finished.'],
  ])('a %s that is not there yet says what it waits for', async (verb, words) => {
    const body = { runId: 'r', status: 'running', changed: true };
    const done = await given(['run', verb, 'r', '--yes'], {
      ...replies,
      [`POST /v1/runs/r/${verb}?wait=10s`]: { body },
    });
    expect(done.out).toEqual([`● Running  ${words}`]);
  });

  test.each(COMMANDS)('%j: done once somebody says yes, and with --yes', async (argv, body) => {
    const done = await given(['run', ...argv], replies, { types: ['y'] });
    expect([done.code, acts(done).map((one) => one.body)]).toEqual([0, [body]]);
    const silent = await given(['run', ...argv, '--yes'], replies);
    expect([silent.code, acts(silent).map((one) => one.body)]).toEqual([0, [body]]);
  });

  test.each(COMMANDS)('%j: not done without a yes, and where nobody can be asked', async (argv) => {
    const done = await given(['run', ...argv], replies, { types: ['n'] });
    expect([done.code, acts(done), done.asked.length]).toEqual([130, [], 1]);
    const silent = await given(['run', ...argv], replies);
    expect([silent.code, acts(silent)]).toEqual([2, []]);
    expect(silent.err.join('\n')).toContain('--yes');
  });

  test('a fork is bound to what it looked at', async () => {
    const done = await given(['run', 'fork', 'r', '--from', 'booking'], replies, { types: ['y'] });
    expect(acts(done).map(({ headers }) => headers['if-match'])).toEqual(['"7"']);
  });

  test('a correction tells what is made again, kept and cut short, and is bound to what it looked at', async () => {
    const body = await file('r.yaml', 'type: constraint_change\nconstraints: Shorter.\ndescription: too long\n');
    const done = await given(['run', 'redirect', 'r', '--file', body, '--yes'], replies);
    expect(done.err).toEqual([
      'If you send this  booking is made again.',
      '  made again  booking',
      '  kept        entry',
      '  cut short   booking, generating, attempt 2, 3.0 s in',
      '  at most 4 more generations (bound 22 → 26)',
      '  ! It is far.',
    ]);
    expect(acts(done)[0]).toMatchObject({ headers: { 'if-match': '"7"' }, body: { type: 'constraint_change' } });
  });

  test('limits are bound to what was looked at, too', async () => {
    const done = await given(['run', 'budget', 'r', '--set', 'maxAttempts=3', '--yes'], replies);
    expect(acts(done)[0]?.headers['if-match']).toBe('"5"');
  });

  test('a run that has moved on since: 7, and what to do', async () => {
    const stale = problem(412, 'stale', 'The run is at revision 8.');
    const done = await given(['run', 'redirect', 'r', '--say', 'x', '--yes'], {
      ...replies,
      'POST /v1/runs/r/redirect?wait=10s': stale,
    });
    expect([done.code, done.err.at(-1)]).toEqual([7, expect.stringContaining('repeat the command')]);
  });

  test('free words are not said to have corrected anything', async () => {
    const done = await given(['run', 'redirect', 'r', '--say', 'x', '--yes'], replies);
    expect(done.out).toEqual([expect.stringContaining('A proposal is asked for; it comes as a question.')]);
  });

  test('a redirect is a file or words, and one of them', async () => {
    expect((await given(['run', 'redirect', 'r'], replies)).code).toBe(2);
    expect((await given(['run', 'redirect', 'r', '--say', 'x', '--file', 'y'], replies)).code).toBe(2);
  });
});

describe('dsap definition', () => {
  test('console 5: check by the service tells file:line:column: message, once, and is 7', async () => {
    const place = await file('x.yaml', 'a: 1\n');
    const errors = [
      {
        pointer: '/a',
        code: 'unknown_field',
        detail: 'There is no field "a" here. (line 1, column 4)',
        line: 1,
        column: 4,
      },
      { pointer: '/steps', code: 'required', detail: 'steps is missing.' },
    ];
    const reply = problem(422, 'invalid_definition', '2 things are wrong.', { errors });
    const done = await given(['definition', 'check', place, '--service'], { 'POST /v1/workflows/validate': reply });
    expect(done.out).toEqual([`${place}:1:4: There is no field "a" here.`, `${place}: steps is missing. (/steps)`]);
    expect([done.code, posts(done)[0]?.headers['content-type']]).toEqual([7, 'application/yaml']);
  });

  test('plan: the order, what each needs, its guards, and the dearest case', async () => {
    const place = await file(
      'x.json',
      JSON.stringify({
        steps: [
          { id: 'b', guard: { use: 'json' } },
          { id: 'a', guard: { sequence: [{ use: 'length' }, { any: [{ use: 'x' }, 'y'] }] } },
        ],
      }),
    );
    const node = (id: string) => ({ id, kind: 'step', goal: id === 'b', attempts: { used: 0, allowed: 4 } });
    const done = await given(['definition', 'plan', place], {
      'POST /v1/workflows/graph': {
        body: { nodes: [node('b'), node('a')], edges: [{ from: 'a', to: 'b', optional: false }] },
      },
      'POST /v1/workflows/validate': { body: { valid: true, bound: { generations: 8 }, warnings: [] } },
    });
    expect(done.out.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
      '1 | a | 4 attempts | judged by length then x or y',
      '2 | b (goal) | after a | 4 attempts | judged by json',
      '',
      'Dearest case | 8 generations: no run of it makes more.',
    ]);
  });
});

describe('console 5: which service, and with which key', () => {
  const list = { '/v1/runs?view=row': aPage([]) };
  const at = (env: NodeJS.ProcessEnv) => ({ env: { XDG_CONFIG_HOME: folder, ...env } });
  const keyOf = (done: Awaited<ReturnType<typeof given>>) => done.heard[0]?.headers['authorization'];

  test('the key of a file, else of the environment, else as `dsap login` kept it for this very service', async () => {
    const login = { url: 'http://kept', key: 'of-login' };
    await rm(path.join(folder, 'dsap'), { recursive: true, force: true });
    const { keepPlace } = await import('../../../src/cli/remote/place.ts');
    const kept = await keepPlace({ XDG_CONFIG_HOME: folder }, login);
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(kept, 'utf8'))).toEqual(login);
    const keyFile = await file('key', 'of-file\n');
    const keys = [
      await given(['run', 'list', '--key-file', keyFile], list, at({ DSAP_API_KEY: 'of-env' })),
      await given(['run', 'list'], list, at({ DSAP_API_KEY: 'of-env' })),
      await given(['run', 'list'], list, at({ DSAP_URL: '' })),
      await given(['run', 'list'], list, at({ DSAP_URL: 'http://elsewhere' })),
    ].map(keyOf);
    expect(keys).toEqual(['Bearer of-file', 'Bearer of-env', 'Bearer of-login', undefined]);
  });

  test.each([
    ['ftp://x', 'no address of a service'],
    ['http://me:secret@x', 'An address holds no key.'],
  ])('DSAP_URL=%s is refused before anything is sent', async (DSAP_URL, said) => {
    const done = await given(['run', 'list'], list, at({ DSAP_URL }));
    expect([done.code, done.heard, done.err.join()]).toEqual([2, [], expect.stringContaining(said)]);
    expect(done.err.join()).not.toContain('secret');
  });

  test.each(['two words', 'line\nline', 'ключ'])(
    'DSAP_API_KEY=%j, which no request can carry, is a mistake of usage',
    async (key) => {
      const done = await given(['run', 'list'], list, at({ DSAP_API_KEY: key }));
      expect([done.code, done.heard, done.err]).toEqual([
        2,
        [],
        [expect.stringMatching(/^dsap: DSAP_API_KEY holds no key/)],
      ]);
      expect(done.err.join()).not.toContain(key);
    },
  );
});
