/** What foreign code prints goes to standard error: standard output is the line to the host. */
export function silence(): void {
  const { error } = console;
  for (const method of ['log', 'info', 'debug', 'table', 'dir'] as const) console[method] = error;
}
