// Deno: every implementation that tries to decide its own verdict (guards 1.6).
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { FORGERIES, rejects } from './forgeries.ts';
import { judgesIn, openDeno } from './support.ts';

let deno: Sandbox;
let tests: ReturnType<typeof judgesIn>['tests'];

beforeAll(async () => {
  deno = await openDeno();
  ({ tests } = judgesIn(deno));
});
afterAll(() => deno.close());

rejects(() => tests, FORGERIES);
