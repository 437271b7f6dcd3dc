import type { Fault } from './provider-fault.ts';
import { type RefusedLimit, refusedLimit } from './refused-limit.ts';

/** What each model has turned out to allow, for as long as the process lives: only of limits that no author wrote (R111). */
export interface TokenLimits {
  /** The limit of a request, in tokens; undefined: none. */
  limitFor(asked: AskedLimit): Promise<number | undefined>;
  /**
   * The limit of the next request where the fault refuses the one that was sent, and undefined where it does not. What it says of the
   * model is remembered; refused `again`, no limit is sent any more.
   */
  afterRefusal(
    asked: AskedLimit,
    refusal: { readonly sent: number; readonly fault: Fault; readonly again: boolean },
  ): Promise<{ readonly limit: number | undefined } | undefined>;
  /** By model. */
  all(): AllKnown;
}

type AllKnown = ReadonlyMap<string, Known>;

interface AskedLimit {
  /** As the endpoint knows it. */
  readonly model: string;
  /** Of the settings. */
  readonly standard: number;
  /** Asked only where the model's context is known. */
  readonly countPrompt: () => Promise<number>;
}

interface Known {
  /** The most that it writes. */
  readonly output?: number;
  /** Prompt and answer together. */
  readonly context?: number;
  /** The most tokens that a prompt had beyond our estimate of it, such as those that the chat template of the endpoint adds. */
  readonly uncounted?: number;
  /** It takes no limit, or names none that it takes. */
  readonly none?: true;
}

/** Our own count of a prompt is another one than the endpoint's. */
const MARGIN = 1.1;
const OF_TEMPLATES = 16;

/** What we expect the endpoint to count, as long as it has not told us better. */
async function estimated({ countPrompt }: Pick<AskedLimit, 'countPrompt'>): Promise<number> {
  return Math.ceil((await countPrompt()) * MARGIN) + OF_TEMPLATES;
}

export function createTokenLimits(): TokenLimits {
  const known = new Map<string, Known>();
  const remember = (model: string, facts: Known) => known.set(model, { ...known.get(model), ...facts });
  const limitFor = async ({ model, standard, countPrompt }: AskedLimit) => {
    const { output = standard, context, uncounted = 0, none } = known.get(model) ?? {};
    if (none) return undefined;
    const most = Math.min(standard, output);
    if (context === undefined) return most;
    const left = context - (await estimated({ countPrompt })) - uncounted;
    // A prompt that fills the context is for the endpoint to refuse, in its own words.
    return left < 1 ? undefined : Math.min(most, left);
  };
  const rememberContext = async (
    asked: AskedLimit,
    { context, prompt }: Extract<RefusedLimit, { kind: 'context' }>,
  ) => {
    const short = prompt - (await estimated(asked));
    remember(asked.model, { context, uncounted: Math.max(short, known.get(asked.model)?.uncounted ?? 0) });
  };
  return {
    limitFor,
    all: () => known,
    async afterRefusal(asked, { sent, fault, again }) {
      const refused = refusedLimit(fault, sent);
      if (!refused) return undefined;
      const isNameless = refused.kind === 'output' && refused.most === undefined;
      if (again || isNameless) remember(asked.model, { none: true });
      else if (refused.kind === 'context') await rememberContext(asked, refused);
      else remember(asked.model, { output: refused.most ?? sent });
      const isNamed = !again && refused.kind === 'context' && !refused.isLeast;
      return { limit: isNamed ? Math.min(sent, refused.context - refused.prompt) : await limitFor(asked) };
    },
  };
}
