// Deno: every implementation that tries to decide its own verdict (guards 1.6).
import { FORGERIES, rejects } from './forgeries.ts';
import { useDeno } from './support.ts';

const { tests } = useDeno();

rejects(() => tests, FORGERIES);
