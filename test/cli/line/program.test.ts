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
  [['definition', 'bundled'], { kind: 'bundled', name: undefined }],
  [['definition', 'bundled', 'tdd-stack'], { kind: 'bundled', name: 'tdd-stack' }],
  [['completion', 'zsh'], { kind: 'completion', shell: 'zsh' }],
  [[], help('rebuild-views')],
  [['help'], help('rebuild-views')],
  [['worker', '--help'], help('--queue')],
  [['help', 'run', 'start'], help('--input')],
  [['run'], help('decide')],
  [['--version'], { kind: 'version' }],
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

test('console 5: no command takes a key as an argument', () => {
  const secret = ['--key', 'hunter2'];
  for (const command of [['run', 'list'], ['login'], ['questions']])
    expect(parseArguments([...command, ...secret])).toMatchObject({
      kind: 'wrong',
      why: expect.stringContaining("'--key'"),
    });
});
