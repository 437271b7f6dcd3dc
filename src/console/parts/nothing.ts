/** Whether an input, as JSON, tells nothing: the run was given none. */
export function isNothing(json: string): boolean {
  return json === '{}' || json === 'null';
}
