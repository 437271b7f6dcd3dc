/** A command of a page, as the test asks it of the API. */
export interface Command {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of `--data-binary @pay.yaml` the name of the file. */
  readonly file?: string;
  readonly body?: string;
}

/** The curl commands of a block. Throws at what no page may write, so that none is passed over. */
export function commandsOf(block: string): readonly Command[] {
  const lines = block.replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => line.trim() !== '').map(commandOf);
}

function commandOf(line: string): Command {
  const [program, ...words] = wordsOf(line);
  if (program !== 'curl') throw new Error(`${line} is no curl command`);
  let command: Command = { method: 'GET', url: '', headers: {} };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!OPTIONS.includes(word)) {
      command = { ...command, url: urlOf(word) };
      continue;
    }
    at += 1;
    command = { ...command, ...optionOf(word, words[at] ?? '', command) };
  }
  return command;
}

const OPTIONS = ['-X', '-H', '-d', '--data-binary'];

function optionOf(option: string, value: string, { headers }: Command): Partial<Command> {
  if (option === '-X') return { method: value === 'POST' ? 'POST' : 'GET' };
  if (option === '-d') return { method: 'POST', body: value };
  if (option === '--data-binary') return { method: 'POST', file: value.slice(1) };
  const [name = '', ...rest] = value.split(':');
  return { headers: { ...headers, [name.toLowerCase()]: rest.join(':').trim() } };
}

function urlOf(word: string): string {
  const [, path] = /^localhost:8080(\/.*)$/.exec(word) ?? [];
  if (path === undefined) throw new Error(`${word} is no address of the service`);
  return path;
}

/** As a shell splits them, without variables; what follows `#` is a comment. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/'([^']*)'|(#.*)|([^\s']+)/g)].map(([, quoted, comment, plain]) =>
    comment === undefined ? (quoted ?? plain ?? '') : '',
  );
  return words.filter((word) => word !== '');
}
