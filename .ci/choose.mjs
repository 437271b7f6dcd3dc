// `choose.mjs LANE FILE`: writes to FILE the suites of a lane that this run of the landing check plays, and prints those that it leaves out.
// A suite is played if it can be reached from what the last sixty commits changed. Of the others a third is played in turn: which third, the
// hash of the tree decides. All are played if CI_ALL is 1 or the history is shorter than that.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const [, , lane, file] = process.argv;
const SINCE = 'HEAD~60';
const THIRDS = 3;

const output = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The suites of the lane, as paths from the root, in order. */
function suites(...options) {
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', `jest.${lane}.config.js`];
  const listed = output('./bin/node', ...jest, '--listTests', '--passWithNoTests', ...options);
  return listed
    .split('\n')
    .filter((line) => path.isAbsolute(line))
    .map((suite) => path.relative('.', suite))
    .toSorted();
}

function isKnown(commit) {
  try {
    return output('git', 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`) !== '';
  } catch {
    return false;
  }
}

const all = suites();
const related = new Set(process.env.CI_ALL === '1' || !isKnown(SINCE) ? all : suites(`--changedSince=${SINCE}`));
const others = all.filter((suite) => !related.has(suite));
const turn = Number.parseInt(output('git', 'rev-parse', '--short=7', 'HEAD^{tree}'), 16) % THIRDS;
const left = others.filter((_, index) => index % THIRDS !== turn);
const played = all.filter((suite) => !left.includes(suite));

writeFileSync(file, played.map((suite) => `${suite}\n`).join(''));
console.log(
  `${lane}: ${played.length} of ${all.length} suites are played${left.length > 0 ? '; left out this time:' : ''}`,
);
for (const suite of left) console.log(`  ${suite}`);
