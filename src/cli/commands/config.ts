import { stringify } from 'yaml';
import { effectiveSettings } from '../../config/effective.ts';
import type { Config } from '../../config/settings.ts';

/** `dsap config`: the settings in force, as YAML, without a secret. */
export function describeConfig(config: Config): string {
  const shown = Object.entries(effectiveSettings(config)).filter(([, value]) => value !== undefined);
  const warnings = config.warnings.map((warning) => `# ${warning}\n`).join('');
  return `${warnings}${stringify(Object.fromEntries(shown), { lineWidth: 0 })}`;
}
