import { type Fields, limitsIn, numberIn, valueIn, withoutGaps } from '../../parts/fields.ts';

/** What a form of a question decides, as REST takes it (`POST /v1/escalations/{eid}/decision`); empty fields are left out. */
export function decisionIn(fields: Fields): Readonly<Record<string, unknown>> {
  const value = (name: string): string | undefined => valueIn(fields, name);
  const action = value('action') === 'abort-for-good' ? 'abort' : value('action');
  const words = value('words');
  const shown = value('shown');
  const own = ownFields(action, words, fields);
  return { action, ...(shown !== undefined && { shown }), ...withoutGaps(own) };
}

function ownFields(action: string | undefined, words: string | undefined, fields: Fields) {
  const value = (name: string): string | undefined => valueIn(fields, name);
  switch (action) {
    case 'reject':
      return { feedback: words };
    case 'amend':
      return { content: value('content'), comment: words };
    case 'retry':
      return { guidance: words, extraAttempts: numberIn(value('extraAttempts')) };
    case 'redo':
      return { step: value('redo-step'), guidance: words };
    case 'skip':
      return { step: value('skip-step'), comment: words };
    case 'raise':
      return { comment: words, budgets: limitsIn(fields) };
    case 'abort':
      return { reason: value('reason') ?? words };
    case 'approve':
    case undefined:
    default:
      return { comment: words };
  }
}
