// Runs inside bubblewrap: <first line> <second line> <files to import now…>
// Says the first line when all is imported. Then it takes one job on standard input, `<bytes>` and JSON {files, argv}, says the second line
// and becomes the program, as `node <file>` would. What follows on standard input is the program's.

import { mkdirSync, readSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// Not imported from node:process, which would open standard input, and make it one that does not wait.
const { process } = globalThis;
const [ready, greeting, ...imports] = process.argv.slice(2);
for (const name of imports) await import(urlOf(name));
say(ready);

const { files, argv } = job();
for (const [name, text] of Object.entries(files)) {
  mkdirSync(path.dirname(name), { recursive: true });
  writeFileSync(name, text);
}
const [file, ...args] = argv;
process.argv = [process.argv[0], path.resolve(file), ...args];
say(greeting);
await import(urlOf(file));

function urlOf(name) {
  return pathToFileURL(path.resolve(name)).href;
}

function job() {
  let length = '';
  for (let digit = exactly(1); digit !== '\n'; digit = exactly(1)) length += digit;
  const text = exactly(Number(length));
  exactly(1);
  return JSON.parse(text);
}

function exactly(length) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = readSync(0, bytes, at, length - at);
    if (read === 0) process.exit(0);
    at += read;
  }
  return new TextDecoder().decode(bytes);
}

function say(line) {
  writeSync(1, `${line}\n`);
}
