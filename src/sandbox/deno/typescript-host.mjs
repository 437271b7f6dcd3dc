// Runs inside Deno as its main module: <greeting> <folder of the workspace> <environment as JSON> <file to run> <arguments…>
// or, made ready before its job: <greeting> <folder> {} '' <first line of all> <files to import now…>; then it takes its job on standard input,
// `<bytes>` and JSON [file, arguments…], whose files lie in the folder by then. What follows on standard input is the program's.
// A main module may import any file of the host without permission; what is imported by a name that is known only at run time may not.
// So the program is never the main module.

import process from 'node:process';

const [greeting, workspace, environment, ...given] = Deno.args;
const [file, ...args] = given[0] === '' ? await job(given[1], given.slice(2)) : given;
const program = new URL(file, `file://${workspace}/`);

for (const [name, value] of Object.entries(JSON.parse(environment))) Deno.env.set(name, value);
Object.defineProperty(Deno, 'args', { value: args });
process.argv = [process.argv[0], program.pathname, ...args];
say(greeting);

await import(program.href).catch((error) => {
  console.error(Deno.inspect(error).replaceAll(/\n *at async [^\n]*typescript-host\.mjs[:\d]*/g, ''));
  Deno.exit(1);
});

async function job(ready, imports) {
  for (const name of imports) await import(new URL(name, `file://${workspace}/`).href);
  say(ready);
  let length = '';
  for (let digit = readExactly(1); digit !== '\n'; digit = readExactly(1)) length += digit;
  const argv = JSON.parse(readExactly(Number(length)));
  readExactly(1);
  return argv;
}

function readExactly(length) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = Deno.stdin.readSync(bytes.subarray(at));
    if (read === null) Deno.exit(0);
    at += read;
  }
  return new TextDecoder().decode(bytes);
}

function say(line) {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
