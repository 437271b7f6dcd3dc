// Pure: what publishing says of documents, right ones and such as are wrong in parts, and which plans it makes of them.
import { keptDocuments, published } from './kept-documents.ts';

const KEPT = keptDocuments().map((kept, index) => [index + 1, kept] as const);

test.each(KEPT)('design 3.2: publishing says of document %i what it said', (_, kept) => {
  expect({ ...kept, published: published(kept) }).toEqual(kept);
});
