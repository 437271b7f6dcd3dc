import { z } from 'zod';
import { VERDICTS } from '../../model/verdict.ts';
import { safeParseNumbers } from '../../text/parse-numbers.ts';
import type { GuardAnswer } from '../guard.ts';
import { verdictData } from '../verdict-data.ts';
import { parseJson } from './parse-json.ts';

const Report = z.strictObject({
  verdict: z.enum(VERDICTS),
  feedback: z.string().default(''),
  score: z.number().min(0).max(1).optional(),
  data: verdictData.optional(),
});

/** The verdict that a program printed as its last line (R67). Throws where there is none: then the guard is broken, not the artifact. */
export function reportedBy(stdout: string, code: number): GuardAnswer {
  const line = stdout.trim().split('\n').at(-1) ?? '';
  const parsed = parseJson(line);
  if (!parsed.ok)
    throw new Error(`it was to report one JSON object on its last line, exited with ${code} and ${parsed.message}`);
  const report = safeParseNumbers(Report, parsed.value);
  if (!report.success) throw new Error(`its report cannot be read: ${z.prettifyError(report.error)}`);
  const { verdict, feedback, score, data } = report.data;
  if (verdict !== 'pass' && feedback.trim() === '')
    throw new Error('its report rejects without feedback; a rejection says what is wrong');
  return { verdict, feedback, ...(score !== undefined && { score }), ...(data !== undefined && { data }) };
}
