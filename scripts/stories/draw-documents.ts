import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import { bundledDefinitions } from '../../src/bundled/definitions.ts';
import type { Issue } from '../../src/ports/catalogues.ts';
import { type KeptDocument, published } from '../../test/recorded/kept-documents.ts';
import { anyDamage, damaged } from '../../test/support/random/damage.ts';
import { anyGraph, anySearching, type Fields } from '../../test/support/random/documents.ts';
import { anyStateMachine } from '../../test/support/random/machine-documents.ts';
import { featuresOfJson } from './features.ts';
import { fewest } from './fewest.ts';
import { RICH } from './rich-documents.ts';

const SEED = 20_261_125;
const DRAWN = 4_000;
const KEPT = 480;
/** A document costs as much as this many characters of it, too. */
const OWN_SIZE = 2_000;

interface Published {
  readonly issues?: readonly Issue[];
  readonly warnings?: readonly Issue[];
  readonly plan?: object;
}

/** Documents of all topologies, random ones and the examples, most with a few mistakes: those that between them show all that publishing says. */
export function drawDocuments(): readonly KeptDocument[] {
  const whole = fc.oneof(anyGraph, anySearching, anyStateMachine, fc.constantFrom(...written(), ...RICH, ...RICH));
  const drawn = fc.record({
    document: whole,
    damage: fc.oneof(fc.constant([]), anyDamage, anyDamage),
    revises: fc.nat(5),
  });
  const kept = fc.sample(drawn, { seed: SEED, numRuns: DRAWN }).map(({ document, damage, revises }) => {
    const wrong = damaged(document, damage);
    const given = { document: wrong, ...(revises === 0 && { before: document }) };
    return { ...given, published: published(given) };
  });
  const chosen = fewest(kept.map(showing), KEPT);
  console.log(`${chosen.length} documents`);
  return chosen;
}

function written(): readonly Fields[] {
  const examples = globSync('examples/*/{definition,alignment,letter}.yaml')
    .toSorted()
    .map((file): Fields => parse(readFileSync(file, 'utf8')));
  return [...bundledDefinitions().map(({ document }) => document), ...examples];
}

/** Of problems each kind at each kind of place, alone and with what it is told beside; of plans what they are made of. */
function featuresOf({ issues = [], warnings = [], plan }: Published): readonly string[] {
  const found = [...issues, ...warnings].map(({ pointer, code, detail }) => {
    const place = pointer.replaceAll(/\d+/g, '-');
    return [`${code} ${place}`, `${code} ${detail.replaceAll(/[\d]+|"[^"]*"/g, '…')}`];
  });
  return [...found.flat(), ...featuresOfJson(plan)];
}

function showing(kept: KeptDocument) {
  return {
    item: kept,
    features: featuresOf(kept.published),
    size: JSON.stringify(kept).length + OWN_SIZE,
  };
}
