import { h } from 'preact';
import type { ArtifactView } from '../../../api/artifacts/view.ts';
import type { OverviewView } from '../../../api/overview/view.ts';
import { linesOf } from '../../pages/run/artifacts.ts';
import { Budget } from '../../pages/run/budget.ts';
import { classOf, linesOf as linesOfNode, type NodeStatus } from '../../parts/drawn-graph.ts';
import { restOfRun } from '../../parts/paths.ts';
import { drawn, patch, rowOf } from '../common/patch.ts';

type Step = OverviewView['steps'][number];
type RunAsHeard = OverviewView['run'] & Pick<OverviewView, 'budget'>;

/** Panels of a run's page beside its timeline. */
interface Panels {
  hearStep(step: Step): void;
  /** Comes after the steps that changed with it. */
  hearRun(run: RunAsHeard): void;
}

/**
 * The budget and the nodes of steps follow by themselves. What no event tells, groups, states of a machine and artifacts, is asked for when
 * its panel is opened, or by a button in the place kept for it. `now`: milliseconds since the epoch.
 */
export function panels(runId: string, now: () => number): Panels {
  const changed = new Map<string, Step>();
  const stale = new Set<Name>();
  const refresh: Readonly<Record<Name, () => Promise<void>>> = {
    graph: async () =>
      (await asked<{ nodes: readonly NodeStatus[] }>(`${restOfRun(runId)}/graph`))?.nodes.forEach(show),
    artifacts: async () => {
      const place = document.querySelector<HTMLElement>('[data-artifacts]');
      const limit = Number(place?.dataset['artifacts']);
      const made = await asked<{ data: readonly ArtifactView[] }>(`${restOfRun(runId)}/artifacts?limit=${limit}`);
      if (made) place?.replaceChildren(...linesOf({ artifacts: made.data, runId, now: now() }).map(drawn));
    },
  };
  const open = (): Name | undefined => NAMES.find((name) => location.hash === `#${name}`);
  const catchUp = (name: Name | undefined): void => {
    if (name === undefined || !stale.delete(name)) return;
    newsOf(name)?.replaceChildren();
    void refresh[name]();
  };
  window.addEventListener('hashchange', () => catchUp(open()));

  return {
    hearStep: (step) => void changed.set(step.id, step),
    hearRun(run) {
      const budget = rowOf('budget');
      if (budget) patch(budget, drawn(h(Budget, { budget: run.budget, discarded: run.usage.discarded.llmCalls })));
      for (const step of changed.values()) show(nodeOf(step, run));
      changed.clear();
      stale.add('artifacts');
      if (document.querySelector('#graph .node:not([data-step])')) stale.add('graph');
      const name = open();
      if (name !== undefined && stale.has(name)) offer(name, () => catchUp(name));
    },
  };
}

const NAMES = ['graph', 'artifacts'] as const;
type Name = (typeof NAMES)[number];

function newsOf(name: Name): Element | null {
  return document.querySelector(`#${name} .news`);
}

function offer(name: Name, press: () => void): void {
  const place = newsOf(name);
  if (!place || place.childElementCount > 0) return;
  const button = document.createElement('button');
  button.className = 'quiet';
  button.textContent = 'Show what changed';
  button.addEventListener('click', press);
  place.append(button);
}

async function asked<Document>(path: string): Promise<Document | undefined> {
  const answer = await fetch(path);
  return answer.ok ? answer.json() : undefined;
}

/** A step as the graph tells of it. */
function nodeOf({ id, status, epoch, attempts }: Step, run: RunAsHeard): NodeStatus {
  return {
    id,
    kind: 'step',
    status,
    epoch,
    running: run.currentSteps.includes(id),
    asking: document.querySelector(`[data-questions] [data-step="${CSS.escape(id)}"]`) !== null,
    attempts: { used: attempts.used, allowed: attempts.max },
    goal: document.querySelector(`#graph [data-key="${CSS.escape(`node ${id}`)}"].goal`) !== null,
  };
}

/** Where a node lies does not change; what it says does. */
function show(node: NodeStatus): void {
  const there = document.querySelector(`#graph [data-key="${CSS.escape(`node ${node.id}`)}"]`);
  if (!there) return;
  const words = linesOfNode(node);
  there.setAttribute('class', classOf(node));
  there.setAttribute('aria-label', words.join(', '));
  for (const [at, text] of there.querySelectorAll('text').entries())
    if (text.textContent !== words[at]) text.textContent = words[at] ?? '';
}
