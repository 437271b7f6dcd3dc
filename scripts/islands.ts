// Builds the scripts of the console's pages into dist/console, for a package or an image without the bundler.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildIslands } from '../src/platform/island-files.ts';

const folder = fileURLToPath(new URL('../dist/console', import.meta.url));
await rm(folder, { recursive: true, force: true });
await buildIslands(folder);
