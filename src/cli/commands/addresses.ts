import { LOCAL } from '../remote/place.ts';

interface Addresses {
  readonly apiUrl: string;
  readonly uiUrl: string | undefined;
}

/** The lines a person looks for, last. Where commands would ask another service by themselves, with what to set for them. */
export function printAddresses(print: (line: string) => void, { apiUrl, uiUrl }: Addresses): void {
  print('');
  print(`  Console          ${apiUrl}/console`);
  print(`  API              ${apiUrl}`);
  print(`  API reference    ${apiUrl}/docs`);
  if (uiUrl) print(`  Temporal Web UI  ${uiUrl}`);
  print('');
  if (apiUrl === LOCAL) return;
  print(`  Commands in other terminals ask ${LOCAL}, which is not this service, unless you set there:`);
  print(`  export DSAP_URL=${apiUrl}`);
  print('');
}
