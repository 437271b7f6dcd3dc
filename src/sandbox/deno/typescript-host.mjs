// Runs inside Deno as its main module: <greeting> <folder of the workspace> <environment as JSON> <file to run> <arguments…>
// A main module may import any file of the host without permission; what is imported by a name that is known only at run time may not.
// So the program is never the main module.

import process from 'node:process';

const [greeting, workspace, environment, file, ...args] = Deno.args;
const program = new URL(file, `file://${workspace}/`);

for (const [name, value] of Object.entries(JSON.parse(environment))) Deno.env.set(name, value);
Object.defineProperty(Deno, 'args', { value: args });
process.argv = [process.argv[0], program.pathname, ...args];
Deno.stdout.writeSync(new TextEncoder().encode(`${greeting}\n`));

await import(program.href).catch((error) => {
  console.error(Deno.inspect(error).replaceAll(/\n *at async [^\n]*typescript-host\.mjs[:\d]*/g, ''));
  Deno.exit(1);
});
