// Real Python in Deno: what each guard passes and rejects, each program in a process of its own.
import { sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { openDeno } from './support.ts';
import { guardsOn, passesAndRejects, WHOLE_WAY } from './whole-way.ts';

const sandboxes = sandboxesOf([await openDeno()]);

afterAll(() => sandboxes.close());

test.each(WHOLE_WAY)('%s the whole way, each program in a process of its own', (...row) =>
  passesAndRejects(guardsOn(sandboxes), row),
);
