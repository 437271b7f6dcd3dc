/** Registers what each topology says of its runs in sentences. */
import { registerTopologyWords } from '../stories/topology-words.ts';
import { andOrWords } from './and-or/words.ts';
import { dagWords } from './dag/words.ts';
import { machineWords } from './machine/words.ts';

for (const words of [dagWords, andOrWords, machineWords]) registerTopologyWords(words);
