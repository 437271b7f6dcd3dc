/** Loads the compiler, and has it compile once, which makes the next time quicker. For a process that waits for what it is asked. */
import { loadLibrary } from './library.ts';

loadLibrary().transpileModule('export const one: number = 1;', {});
