import type { LicensedPackage } from './packages.ts';

/**
 * A telling few, in a fixed order: first packages whose manifest names no licence or another one than the file seems to hold, then one
 * of each declared licence, the rarest first, then more of each in turn. A crude look by keywords: it picks, it judges nothing.
 */
export function pickTelling(packages: readonly LicensedPackage[], count: number): readonly LicensedPackage[] {
  const odd = packages.filter(looksOdd).slice(0, Math.ceil(count / 4));
  const rest = packages.filter((one) => !odd.includes(one));
  return [...odd, ...inTurn(byLicence(rest))].slice(0, count);
}

/** Words without which a text hardly is that licence. */
const HALLMARKS: Readonly<Record<string, RegExp>> = {
  MIT: /permission is hereby granted/i,
  ISC: /permission to use, copy/i,
  '0BSD': /permission to use, copy/i,
  'Apache-2.0': /apache license/i,
  'BSD-2-Clause': /redistribution and use/i,
  'BSD-3-Clause': /redistribution and use/i,
  'BlueOak-1.0.0': /blue oak/i,
  Unlicense: /unencumbered/i,
};

function looksOdd({ declared, text }: LicensedPackage): boolean {
  const flat = text.replace(/\s+/g, ' ');
  return declared.every((id) => HALLMARKS[id]?.test(flat) === false);
}

/** Packages by what they declare, the rarest declaration first. One text counts once: monorepos repeat theirs. */
function byLicence(packages: readonly LicensedPackage[]): readonly (readonly LicensedPackage[])[] {
  const distinct = [...new Map(packages.toReversed().map((one) => [one.text, one])).values()].toReversed();
  const groups = Object.groupBy(distinct, ({ manifestLicense }) => manifestLicense ?? '');
  return Object.values(groups)
    .map((group) => (group ?? []).toSorted((a, b) => holderLines(b) - holderLines(a)))
    .toSorted((a, b) => a.length - b.length);
}

/** The more people a file names, the more there is to get wrong. */
function holderLines({ text }: LicensedPackage): number {
  return Math.min(text.match(/^\s*Copyright .*\d{4}/gim)?.length ?? 0, 4);
}

function inTurn(groups: readonly (readonly LicensedPackage[])[]): readonly LicensedPackage[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => groups.flatMap((group) => group.slice(index, index + 1))).flat();
}
