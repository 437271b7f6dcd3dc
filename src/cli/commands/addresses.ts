interface Addresses {
  readonly apiUrl: string;
  readonly uiUrl: string | undefined;
}

/**
 * Prints the lines a person looks for, last. `asked` is the service that commands in other terminals ask by themselves; where it is another one, it says
 * what to set for them.
 */
export function printAddresses(print: (line: string) => void, { apiUrl, uiUrl }: Addresses, asked: string): void {
  print('');
  print(`  Console          ${apiUrl}/console`);
  print(`  API              ${apiUrl}`);
  print(`  API reference    ${apiUrl}/docs`);
  if (uiUrl) print(`  Temporal Web UI  ${uiUrl}`);
  print('');
  if (apiUrl === asked) return;
  print(`  Commands in other terminals ask ${asked}, which is not this service, unless you set there (or in .env):`);
  print(`  export DSAP_URL=${apiUrl}`);
  print('');
}
