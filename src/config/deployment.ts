import type { Environment } from './environment.ts';

/** What Temporal calls a worker deployment version: which of the versions that run side by side a worker is. */
export interface DeploymentVersion {
  readonly deploymentName: string;
  readonly buildId: string;
}

export function deploymentOf(environment: Environment): DeploymentVersion | undefined {
  const { DSAP_DEPLOYMENT_NAME: deploymentName, DSAP_BUILD_ID: buildId } = environment;
  return deploymentName !== undefined && buildId !== undefined ? { deploymentName, buildId } : undefined;
}

/** Nobody makes the version of a development server current by habit. */
export function versionedInDev(environment: Environment): readonly string[] {
  if (deploymentOf(environment) === undefined) return [];
  return [
    'DSAP_DEPLOYMENT_NAME and DSAP_BUILD_ID are set: no run goes on before that version is made current in Temporal',
  ];
}

/** One without the other would leave a worker unversioned although someone meant it not to be. */
export function halfDeployment(env: Readonly<Record<string, string>>): readonly string[] {
  return [
    halfOf(env, 'DSAP_DEPLOYMENT_NAME', 'DSAP_BUILD_ID'),
    halfOf(env, 'DSAP_BUILD_ID', 'DSAP_DEPLOYMENT_NAME'),
  ].flat();
}

function halfOf(env: Readonly<Record<string, string>>, given: string, other: string): readonly string[] {
  if (!env[given] || env[other]) return [];
  return [
    `${other}: is needed with ${given}; together they are the version of the workers, without both there is none`,
  ];
}
