import { keepAges } from './ages.ts';
import { serviceClock } from './clock.ts';
import { shortcuts } from './keys.ts';
import { switchTheme } from './theme.ts';

/** What every page does: an island calls it first. The answer is the service's clock, in milliseconds since the epoch. */
export function begin(): () => number {
  const now = serviceClock();
  keepAges(now);
  switchTheme();
  shortcuts();
  return now;
}
