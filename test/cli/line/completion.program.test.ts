// The scripts are loaded by the shells that they are for; one that is not installed here is skipped.
import { spawnSync } from 'node:child_process';
import { completionScript } from '../../../src/cli/line/completion.ts';
import { buildProgram } from '../../../src/cli/line/program.ts';
import { ended } from '../remote/fixtures/a-shell.ts';

const program = buildProgram(() => {});
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;
const only = (shell: string) => (has(shell) ? test : test.skip);
const named = (shell: string, title: string) =>
  `${title}${has(shell) ? '' : ` (skipped: ${shell} is not installed here)`}`;

/** What is offered after these words, the last of which is being typed. */
const ASKED: readonly (readonly [words: readonly string[], offered: readonly string[], not: readonly string[]])[] = [
  [['dsap', 'ru'], ['run'], ['definition']],
  [
    ['dsap', 'run', 'st'],
    ['start', 'stop'],
    ['status', 'show'],
  ],
  [['dsap', 'run', 'decide', 'esc_1', '--s'], ['--say', '--shown', '--step'], ['--stay']],
  [['dsap', 'definition', 'pl'], ['plan'], ['publish']],
  [['dsap', 'completion', ''], ['bash', 'zsh', 'fish'], ['run']],
  [['dsap', 'run', 'watch', 'run', '--st'], ['--stay'], ['start']],
];

only('bash').each(ASKED)(named('bash', 'console 6.15: bash offers after %j'), async (words, offered, not) => {
  const list = words.map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _dsap; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `${completionScript(program, 'bash')}\n${asked}`;
  const { out, err, code } = await ended('bash', ['--norc', '-euc', script], {});
  expect([code, err]).toEqual([0, '']);
  expectOffered(out, offered, not);
});

only('zsh').each(ASKED)(named('zsh', 'console 6.15: zsh offers after %j'), async (words, offered, not) => {
  const list = words.map((word) => `'${word}'`).join(' ');
  const stubs = `compdef() { }; _files() { }; _describe() { print -l -- "\${(@P)2%%:*}"; };`;
  const script = `${stubs}\n${completionScript(program, 'zsh')}\nwords=(${list}); CURRENT=${words.length}; _dsap`;
  const { out, code } = await ended('zsh', ['-fc', script], {});
  expect(code).toBe(0);
  const typed = words.at(-1) ?? '';
  expectOffered(
    out
      .split('\n')
      .filter((word) => word.startsWith(typed))
      .join('\n'),
    offered,
    not,
  );
});

only('fish').each(ASKED)(named('fish', 'console 6.15: fish offers after %j'), async (words, offered, not) => {
  const script = `${completionScript(program, 'fish')}\ncomplete -C '${words.join(' ')}'`;
  const { out, code } = await ended('fish', ['--no-config', '-c', script], {});
  expect(code).toBe(0);
  expectOffered(
    out
      .split('\n')
      .map((line) => line.split('\t')[0])
      .join('\n'),
    offered,
    not,
  );
});

function expectOffered(out: string, offered: readonly string[], not: readonly string[]): void {
  const words = out.split('\n');
  expect(words).toEqual(expect.arrayContaining([...offered]));
  expect(words.filter((word) => not.includes(word))).toEqual([]);
}

test.each(['bash', 'zsh', 'fish'] as const)('every command is in the script for %s', (shell) => {
  const script = completionScript(program, shell);
  const names = program.commands.flatMap((command) => [command, ...command.commands]).map((command) => command.name());
  expect(names.length).toBeGreaterThan(35);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(script))).toEqual([]);
});
