import { fileCircles, roomsInCircles } from './circles.ts';
import { citationsWithoutTarget } from './citations.ts';
import { CORE_RULES } from './core-rules.ts';
import type { Figure } from './figure.ts';
import { fullFolders } from './folders.ts';
import { coreLines, largestTopology, longestFile, longestFunction } from './lengths.ts';
import { loopsElsewhere } from './loops.ts';
import { comparedMilliseconds } from './milliseconds.ts';
import { suitesByNeed } from './needs.ts';
import { importsOfTheCore, importsPastThePort } from './past-the-port.ts';
import type { Project } from './project.ts';
import { type Report, reportFigures } from './report.ts';
import { lostRequirements, requirementsFigure } from './requirements.ts';
import { untestedRules } from './rules.ts';
import { toldApart } from './told-apart.ts';

interface Found {
  /** The requirements that tests name, and those that they named before. */
  readonly named: readonly string[];
  readonly before: readonly string[];
  /** Citations that lead nowhere, one line each; nothing where nobody has looked. */
  readonly citations?: readonly string[];
}

/** The table, row by row, with its goals: what the sources tell first, then what only a run tells. */
export function allFigures(project: Project, report: Report, { named, before, citations }: Found): readonly Figure[] {
  return [
    fullFolders(project),
    longestFile(project, 'src', 300),
    longestFile(project, 'test', 400),
    longestFunction(project, 60),
    coreLines(project, 4_000),
    largestTopology(project, 2_500),
    toldApart(project),
    importsPastThePort(project),
    importsOfTheCore(project),
    fileCircles(project),
    roomsInCircles(project),
    loopsElsewhere(project),
    citationsWithoutTarget(citations),
    untestedRules(project, CORE_RULES),
    requirementsFigure(named, 194),
    lostRequirements(named, before),
    suitesByNeed(project),
    comparedMilliseconds(project),
    ...reportFigures(report),
  ];
}
