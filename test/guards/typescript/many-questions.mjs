// Runs the program that each line names, which finds its question under `globalThis.question`, with the compiler loaded once for all of them.
import process from 'node:process';
import { createInterface } from 'node:readline';

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { program, question } = JSON.parse(line);
  globalThis.question = question;
  count += 1;
  await import(`./${program}?${count}`);
}
