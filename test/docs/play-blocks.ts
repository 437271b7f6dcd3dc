import type { FastifyInstance } from 'fastify';
import { parse } from 'yaml';
import type { Block } from './blocks.ts';
import { type Command, commandsOf } from './commands.ts';

/** Publishes the definitions, asks each command in order, and holds what a block of JSON shows against the last answer before it. */
export async function playBlocks(api: FastifyInstance, blocks: readonly Block[]): Promise<void> {
  const definitions = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text);
  const files = new Map(definitions.map((text) => [`${parse(text).name}.yaml`, text]));
  let answer: unknown;
  let question = '';
  for (const { language, text } of blocks) {
    if (language === 'json') expect(answer).toMatchObject(shown(text));
    for (const command of language === 'sh' ? commandsOf(text) : []) {
      answer = await ask(api, command, files, question);
      question = String(Object(answer).data?.[0]?.id ?? question);
    }
  }
}

/** `…` stands for a text that is another one in every run. */
function shown(text: string): object {
  return JSON.parse(text, (_, value: unknown) => (value === '…' ? expect.any(String) : value));
}

async function ask(
  api: FastifyInstance,
  command: Command,
  files: ReadonlyMap<string, string>,
  question: string,
): Promise<unknown> {
  const { method, headers, file, body } = command;
  const payload = file === undefined ? body : files.get(file);
  if (file !== undefined && payload === undefined) throw new Error(`the page has no ${file}`);
  const url = command.url.replace('$ID', question);
  for (let tries = 0; ; tries += 1) {
    const response = await api.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    const answer: unknown = response.json();
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`);
    // A question comes when the run has got there.
    const isEarly = url.includes('status=open') && !isAsked(answer, question);
    if (!isEarly) {
      expect({ url, warnings: Object(answer).warnings ?? [] }).toEqual({ url, warnings: [] });
      return answer;
    }
    if (tries > 300) throw new Error(`${url}: nobody was asked`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether there is a question that has not been answered yet. */
function isAsked(answer: unknown, answered: string): boolean {
  return (Object(answer).data ?? []).some(({ id }: { readonly id: string }) => id !== answered);
}
