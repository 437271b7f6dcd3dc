/** A stream of a run's events at one API. */
export interface WatchedRun {
  /** When these words came by (`performance.now()`), waits for it. Rejects when the stream ends before. */
  seen(words: string): Promise<number>;
  close(): Promise<void>;
}

/** Resolves once the stream has begun. */
export async function watchRun(apiUrl: string, runId: string): Promise<WatchedRun> {
  const leave = new AbortController();
  const headers = { accept: 'text/event-stream' };
  const response = await fetch(`${apiUrl}/v1/runs/${runId}/events`, { headers, signal: leave.signal });
  if (!response.ok) throw new Error(`The events of ${runId} answered ${response.status}.`);
  let text = '';
  let more = Promise.withResolvers<void>();
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      more.resolve();
      more = Promise.withResolvers();
    }
  })();
  const ended = reading.then(() => {
    throw new Error(`The stream of ${runId} ended.`);
  });
  ended.catch(() => undefined);
  return {
    async seen(words) {
      while (!text.includes(words))
        await Promise.race([more.promise, ended]).catch((error: unknown) => {
          // The last words may have come with the end.
          if (!text.includes(words)) throw error;
        });
      return performance.now();
    },
    async close() {
      leave.abort();
      await reading.catch(() => undefined);
    },
  };
}
