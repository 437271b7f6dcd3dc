import { parseArguments } from '../../src/cli/arguments.ts';

test.each([
  [['dev'], { kind: 'dev' }],
  [['api'], { kind: 'api' }],
  [['rebuild-views'], { kind: 'rebuild-views' }],
  [['worker'], { kind: 'worker', queues: 'all' }],
  [['worker', '--queue', 'guards'], { kind: 'worker', queues: 'guards' }],
  [['worker', '--queue=guards'], { kind: 'worker', queues: 'guards' }],
  [['worker', '--queue', 'others'], { kind: 'worker', queues: 'others' }],
  [['config'], { kind: 'config', of: 'dev' }],
  [['config', '--of', 'api'], { kind: 'config', of: 'api' }],
  [['config', '--of', 'guards'], { kind: 'config', of: 'guards' }],
  [[], { kind: 'help' }],
  [['help'], { kind: 'help' }],
  [['worker', '--help'], { kind: 'help' }],
  [['--version'], { kind: 'version' }],
  [['deploy'], { kind: 'wrong', why: 'there is no command deploy' }],
  [['worker', '--queue', 'llm'], { kind: 'wrong', why: '--queue is all, guards or others, not llm' }],
  [['demo', '--wait'], { kind: 'demo', exit: false, wait: true }],
  [['dev', '--wait'], { kind: 'wrong', why: '--wait belongs to demo' }],
  [['dev', '--queue', 'guards'], { kind: 'wrong', why: '--queue belongs to worker' }],
  [['api', 'now'], { kind: 'wrong', why: 'api takes no now' }],
])('Running 1: dsap %j', (argv, asked) => {
  expect(parseArguments(argv)).toEqual(asked);
});

test('an option that nobody knows is told by its name', () => {
  expect(parseArguments(['dev', '--prot', '1'])).toEqual({ kind: 'wrong', why: expect.stringContaining('--prot') });
});
