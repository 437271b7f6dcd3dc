/** Closes in order, every one whatever became of those before it; then throws what went wrong. */
export async function closeAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  const problems: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => problems.push(error));
  if (problems.length > 0)
    throw problems.length === 1 ? problems[0] : new AggregateError(problems, 'not everything closed');
}
