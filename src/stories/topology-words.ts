/** What a topology says of its runs in sentences. Pure and small: the workflow shows it in Temporal's Web UI, too. */

import { createRegistry } from '../core/registry.ts';
import type { Run } from '../model/run.ts';

export interface TopologyWords {
  /** As plans name it. */
  readonly kind: string;
  /** Lines of Markdown on where the run stands, each a paragraph; [] where its table of steps says all. */
  details(run: Run): readonly string[];
  /** Why a completed run is complete; it follows "The run is completed: ". */
  achieved(run: Run): string;
  /** Where a run under way is beside the steps at work, such as ", in review"; '' where nothing is to be said. */
  whereabouts(run: Run): string;
}

const words = createRegistry<TopologyWords>('words', 'src/engine.ts');

/** Throws where the kind has other words already. */
export const registerTopologyWords = words.register;

/** Throws where nobody has registered words for the kind. */
export const topologyWordsOf = words.of;
