import type { Issue } from '../../ports/catalogues.ts';
import type { ScheduleName, ScheduleOrder } from '../../ports/store/schedules.ts';
import { ExactNumber } from '../../text/exact-number.ts';
import { nearest } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import { StartRequest } from '../runs/start-request.ts';

const PLACEHOLDER = /\{schedule\.([^{}\s]*)\}/g;
const NAMES = ['time', 'id'];

/** The start that a fire asks for. `at` is the moment it is for, in milliseconds; the run's id is made of it, so that the same fire is the same run. */
export function startOfFire({ id }: Pick<ScheduleName, 'id'>, order: ScheduleOrder, at: number): StartRequest {
  const { workflow, input, specification, budgets, tags } = order;
  const time = secondsOf(at);
  const values: Readonly<Record<string, string>> = { time, id };
  const filled = mapped(input, (text) => text.replace(PLACEHOLDER, (written, name: string) => values[name] ?? written));
  return StartRequest.parse({
    workflow,
    ...(input !== undefined && { input: filled }),
    ...(specification !== undefined && { specification }),
    ...(budgets !== undefined && { budgets }),
    ...(tags !== undefined && { tags }),
    id: `${id}-${time.replace(/[-:]/g, '')}`,
  });
}

/** What an input names of its schedule that no schedule has. */
export function unknownNames(input: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  mapped(input, (text, pointer) => {
    for (const [written, name = ''] of text.matchAll(PLACEHOLDER)) {
      if (NAMES.includes(name)) continue;
      const meant = nearest(name, NAMES) ?? 'time';
      const detail = `${written} is nothing that a schedule has. Did you mean {schedule.${meant}}?`;
      issues.push({ pointer: `/input${pointer}`, code: 'unknown_name', detail });
    }
    return text;
  });
  return issues;
}

/** `2026-11-22T20:34:00Z`. */
function secondsOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** A JSON value with each of its texts, names of members apart, made anew. */
function mapped(value: unknown, make: (text: string, pointer: string) => string, pointer = ''): unknown {
  if (typeof value === 'string') return make(value, pointer);
  if (Array.isArray(value)) return value.map((item, index) => mapped(item, make, below(pointer, index)));
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, mapped(item, make, below(pointer, name))]));
}
