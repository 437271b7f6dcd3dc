import { kept } from './kept-servers.ts';

/** Stops what the global setup started. */
export default async function globalTeardown(): Promise<void> {
  await kept()?.stop();
}
