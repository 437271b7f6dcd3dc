import type { z } from 'zod';
import type { EscalationPageView } from '../../../api/escalations/page.ts';

/** A question as REST shows it to a page (`view=page`). */
export type QuestionPage = z.output<typeof EscalationPageView>;
