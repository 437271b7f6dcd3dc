import { z } from 'zod';
import { PASSED, rejected } from '../feedback.ts';
import type { Guard } from '../guard.ts';
import { parseJson } from '../isolation/parse-json.ts';

const options = z.strictObject({}).meta({
  title: 'JSON',
  description: 'Passes when the artifact parses as JSON and nothing stands around it.',
  examples: [{}],
});

export const ONLY_JSON = 'Answer with the JSON value alone: no code fence, no comment, no words around it.';

/** Passes when the artifact parses as JSON. */
export const json: Guard<z.infer<typeof options>> = {
  name: 'json',
  nature: 'deterministic',
  pure: true,
  sandbox: false,
  score: false,
  judges: 'json',
  options,
  evaluate(_, { artifact }) {
    const parsed = parseJson(artifact.text);
    return parsed.ok ? PASSED : rejected(parsed.message, ONLY_JSON);
  },
};
