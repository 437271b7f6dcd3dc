import { bundledDefinitions } from '../../bundled/definitions.ts';
import { suggestion } from '../../text/nearest.ts';

/** `dsap definition bundled`: what comes with the service, one line each; with a name, that definition as YAML. */
export function describeDefinitions(
  name: string | undefined,
): { readonly text: string } | { readonly problem: string } {
  const bundled = bundledDefinitions();
  if (name === undefined) return { text: listed(bundled) };
  const found = bundled.find((definition) => definition.name === name);
  if (found) return { text: found.text };
  const names = bundled.map((definition) => definition.name);
  return {
    problem: `no definition "${name}" comes with dsap.${suggestion(name, names)} There are: ${names.join(', ')}`,
  };
}

function listed(bundled: ReturnType<typeof bundledDefinitions>): string {
  const width = Math.max(...bundled.map(({ name }) => name.length));
  return bundled.map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`).join('');
}
