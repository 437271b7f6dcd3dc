import { parseArguments } from '../../../src/cli/line/program.ts';

const help = (text: string) => ({ kind: 'help', text: expect.stringContaining(text) });
const wrong = (why: string) => ({ kind: 'wrong', why });

test.each([
  [['dev'], { kind: 'dev' }],
  [['api'], { kind: 'api' }],
  [['rebuild-views'], { kind: 'rebuild-views' }],
  [['demo'], { kind: 'demo', exit: false }],
  [['demo', '--wait'], { kind: 'demo', exit: false, wait: true }],
  [['demo', '--exit', '--count', '3', '--out', 'x'], { kind: 'demo', exit: true, count: 3, out: 'x' }],
  [['worker'], { kind: 'worker', queues: 'all' }],
  [['worker', '--queue', 'guards'], { kind: 'worker', queues: 'guards' }],
  [['worker', '--queue=guards'], { kind: 'worker', queues: 'guards' }],
  [['worker', '--queue', 'others'], { kind: 'worker', queues: 'others' }],
  [['config'], { kind: 'config', of: 'dev' }],
  [['config', '--of', 'api'], { kind: 'config', of: 'api' }],
  [['config', '--of', 'guards'], { kind: 'config', of: 'guards' }],
  [
    ['definition', 'check', 'a.yaml', 'b.yaml'],
    { kind: 'check', files: ['a.yaml', 'b.yaml'], name: undefined, json: false },
  ],
  [['definition', 'check'], wrong("missing required argument 'file'.")],
  [['definition', 'bundled'], { kind: 'bundled', name: undefined }],
  [['definition', 'bundled', 'tdd-stack'], { kind: 'bundled', name: 'tdd-stack' }],
  [['completion', 'zsh'], { kind: 'completion', shell: 'zsh' }],
  [[], help('rebuild-views')],
  [['help'], help('rebuild-views')],
  [['worker', '--help'], help('--queue')],
  [['help', 'run', 'start'], help('--input')],
  [['help', 'run', 'start', 'hello'], help('--input')],
  [['help', 'rnu'], wrong("unknown command 'rnu'. Did you mean run?")],
  [['help', 'run', 'strat'], wrong("unknown command 'strat'. Did you mean start?")],
  [['run'], help('decide')],
  [['--version'], { kind: 'version' }],
  [['definition', 'show', 'hello', '--version', '2'], wrong(expect.stringContaining("unknown option '--version'."))],
  [['deploy'], wrong("unknown command 'deploy'. Did you mean demo?")],
  [['rnu'], wrong("unknown command 'rnu'. Did you mean run?")],
  [['run', 'strat'], wrong("unknown command 'strat'. Did you mean start?")],
  [['run', 'list', '--jsn'], wrong("unknown option '--jsn'. Did you mean --json?")],
  [['run', 'start'], wrong("missing required argument 'workflow'.")],
  [
    ['worker', '--queue', 'llm'],
    wrong(expect.stringMatching(/'llm' is invalid. Allowed choices are all, guards, others/)),
  ],
  [['dev', '--queue', 'guards'], wrong("unknown option '--queue'.")],
  [['demo', '--count', 'few'], wrong(expect.stringContaining('It is a number of packages.'))],
  [['api', 'now'], wrong("too many arguments for 'api'. Expected 0 arguments but got 1.")],
])('Running 1, console 5: dsap %j', (argv, asked) => {
  expect(parseArguments(argv)).toEqual(asked);
});

test.each(['run show', 'run why', 'run watch', 'run result', 'run attempts', 'run open', 'run stop', 'run budget'])(
  'dsap %s wants an id',
  (command) => {
    expect(parseArguments(command.split(' '))).toEqual(wrong("missing required argument 'id'."));
  },
);

test('console 5: a command over REST says what it shares with all others, and is loaded when it is done', () => {
  expect(parseArguments(['run', 'list', '--json', '--key-file', 'k'])).toEqual({
    kind: 'remote',
    common: { json: true, keyFile: 'k' },
    load: expect.any(Function),
  });
});

/** The commands of console 5 that ask a running service, with what each takes. */
const TABLE = [
  'run start NAME --input @f.json --set k=v --tag t --id i --watch',
  'run start FILE.yaml',
  'run list',
  'run show ID',
  'run why ID',
  'run watch ID',
  'run result ID -o F',
  'run attempts ID',
  'run compare ID STEP 1 2',
  'run report ID -o F',
  'run open ID',
  'run decide',
  'run decide EID',
  'run decide EID approve --say words --yes --shown S',
  'run decide EID amend --file F',
  'run stop ID --yes',
  'run pause ID --yes',
  'run resume ID --yes',
  'run terminate ID --yes',
  'run fork ID --from step --yes',
  'run budget ID --set maxAttempts=3 --yes',
  'run redirect ID --file F',
  'run redirect ID --say words --yes',
  'definition check FILE --service',
  'definition publish FILE',
  'definition plan NAME',
  'definition list',
  'definition show NAME',
  'definition diff NAME 1 2',
  'questions',
  'questions --watch',
  'parts',
  'login http://127.0.0.1:8080 --key-file k',
];

test.each(TABLE)('console 6.15: dsap %s', (line) => {
  expect(parseArguments(line.split(' '))).toMatchObject({ kind: 'remote' });
});

test('console 5: no command takes a key as an argument', () => {
  const secret = ['--key', 'hunter2'];
  for (const command of [['run', 'list'], ['login'], ['questions']])
    expect(parseArguments([...command, ...secret])).toMatchObject({
      kind: 'wrong',
      why: expect.stringContaining("'--key'"),
    });
});
