import type { Command } from 'commander';

/** What can follow a command: words of its own, and whether its arguments are files. */
interface Node {
  /** `run start`; empty for the program. */
  readonly path: string;
  readonly words: readonly (readonly [word: string, description: string])[];
}

/** A script that completes the words of the command line in a shell, made of the very tree that reads it. */
export function completionScript(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const nodes = nodesOf(program, '');
  if (shell === 'fish') return fish(nodes);
  return shell === 'bash' ? bash(nodes) : zsh(nodes);
}

function nodesOf(command: Command, path: string): readonly Node[] {
  const commands = command.commands.map((each) => [each.name(), each.description()] as const);
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  const options = command.options.flatMap(({ long, description }) => (long ? [[long, description] as const] : []));
  const words = [
    ...commands,
    ...choices.map((word) => [word, ''] as const),
    ...options,
    ['--help', 'tell of it'] as const,
  ];
  const below = command.commands.flatMap((each) => nodesOf(each, `${path} ${each.name()}`.trim()));
  return [{ path, words }, ...below];
}

/** The deepest command that the words before the cursor name, by a case for each. */
function bash(nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, words }) => `    '${path}') words='${words.map(([word]) => word).join(' ')}' ;;`);
  return `# Completes dsap in bash: eval "$(dsap completion bash)"
_dsap() {
  local current=\${COMP_WORDS[COMP_CWORD]} at='' word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${pathsOf(nodes)} " in *" \${at:+$at/}$word "*) at=\${at:+$at/}$word ;; esac
  done
  case "\${at//\\// }" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _dsap dsap
`;
}

function zsh(nodes: readonly Node[]): string {
  const cases = nodes.map(
    ({ path, words }) =>
      `    '${path}') words_=(${words.map(([word, said]) => quoted(`${word.replaceAll(':', '\\:')}${said === '' ? '' : `:${said}`}`)).join(' ')}) ;;`,
  );
  return `#compdef dsap
# Completes dsap in zsh: eval "$(dsap completion zsh)", after compinit
_dsap() {
  local at='' word
  local -a words_
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case " ${pathsOf(nodes)} " in *" \${at:+$at/}$word "*) at=\${at:+$at/}$word ;; esac
  done
  case "\${at//\\// }" in
${cases.join('\n')}
  esac
  _describe 'dsap' words_ || _files
}
compdef _dsap dsap
`;
}

function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, words }) =>
    words.map(([word, said]) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c dsap -n '__dsap_at "${path}"' ${what}${said === '' ? '' : ` -d ${quoted(said)}`}`;
    }),
  );
  return `# Completes dsap in fish: dsap completion fish | source
function __dsap_at
  set -l at
  for word in (commandline -opc)[2..-1]
    set -l next (string join / $at $word)
    if contains -- $next ${pathsOf(nodes)}
      set at $next
    end
  end
  test (string replace -a / ' ' -- "$at") = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** `run run/start run/list …`, without the program itself. */
function pathsOf(nodes: readonly Node[]): string {
  return nodes.flatMap(({ path }) => (path === '' ? [] : [path.replaceAll(' ', '/')])).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
