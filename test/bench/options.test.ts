// Pure: what the command line of the bench may say.
import { helpOf, readOptions } from '../../bench/options.ts';

const KNOWN = [
  { number: 1, name: 'attempts', title: 'Time per attempt' },
  { number: 15, name: 'crowd', title: 'Many runs' },
  { number: 21, name: 'memory', title: 'Half an hour', onlyByName: true },
];

test('without options: all figures but those that are only taken when asked for', () => {
  const options = readOptions([], KNOWN);
  expect(options).toEqual({ only: new Set(['attempts', 'crowd']), quick: false, help: false });
});

test.each([
  ['numbers', '1,15', ['attempts', 'crowd']],
  ['names', 'crowd', ['crowd']],
  ['both, with blanks', '1, crowd', ['attempts', 'crowd']],
  ['one that is only taken when asked for', 'memory', ['memory']],
])('--only takes %s', (_, only, names) => {
  expect([...readOptions(['--only', only], KNOWN).only]).toEqual(names);
});

test.each(['2', 'crowds', '', '1,'])('--only %j names what there is', (only) => {
  expect(() => readOptions([`--only=${only}`], KNOWN)).toThrow('1 attempts, 15 crowd, 21 memory');
});

test('the others are handed on as they are', () => {
  expect(readOptions(['--quick', '--json', 'rows.json', '--before', 'HEAD~1'], KNOWN)).toMatchObject({
    quick: true,
    json: 'rows.json',
    before: 'HEAD~1',
  });
});

test.each(['--json', '--before'])('%s wants a value', (option) => {
  expect(() => readOptions([`${option}=`], KNOWN)).toThrow(`${option} takes`);
});

test('what is no option is refused', () => {
  expect(() => readOptions(['--fast'], KNOWN)).toThrow('--fast');
});

test('the help names every option and every figure', () => {
  const help = helpOf(KNOWN);
  for (const word of ['--only', '--quick', '--json', '--before', 'attempts', 'crowd']) expect(help).toContain(word);
  expect(help).toMatch(/memory +Half an hour \(only when asked for\)/);
});
