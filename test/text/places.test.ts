import { placesIn } from '../../src/text/places.ts';

test.each(['', '\n\n', '# nothing yet\n'])('of a text that holds nothing the beginning is the place: %j', (text) => {
  expect(placesIn(text)('')).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 1 });
});
