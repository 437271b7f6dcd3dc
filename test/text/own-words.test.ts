import { signatureOf } from '../../src/text/normalise.ts';
import { inOwnWords } from '../../src/text/own-words.ts';

const SENTENCE = (signature: string) =>
  `letter used its 4 attempts; contains rejected the last one (${signature}): how should it go on?`;

test.each([
  ['capitals and numbers', 'The text does not contain "3 May".', 'The text does not contain "3 May".'],
  ['the line that names an error', 'ran 4 tests\nValueError: 12 is not 14', 'ValueError: 12 is not 14'],
  ['characters that a replacement would read', 'Costs $& and $1.', 'Costs $& and $1.'],
  [
    'more than a sentence has room for',
    `The word ${'very '.repeat(60)}long`,
    `${`The word ${'very '.repeat(60)}`.slice(0, 239)}…`,
  ],
])('a sentence names a rejection by what the guard said: %s', (_, feedback, said) => {
  const signature = signatureOf(feedback);
  expect(inOwnWords(SENTENCE(signature), { signature, feedback })).toBe(SENTENCE(said));
});

test.each([
  ['nothing was judged', undefined],
  ['a pass has no signature', { feedback: '' }],
  ['the sentence is about another rejection', { signature: 'other', feedback: 'Other' }],
  [
    'the signature is not of the feedback',
    { signature: signatureOf('No "3 May".'), feedback: 'Which day do you mean?' },
  ],
])('a sentence stays as it is where %s', (_, rejection) => {
  const sentence = SENTENCE(signatureOf('No "3 May".'));
  expect(inOwnWords(sentence, rejection)).toBe(sentence);
});
