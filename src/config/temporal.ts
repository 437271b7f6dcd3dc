import { existsSync } from 'node:fs';
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig';
import { messageOf } from '../text/message-of.ts';
import type { Environment } from './environment.ts';

/** A server that runs already: what the SDK's environment configuration says of it. */
export interface ExternalTemporal {
  readonly connectionOptions: Pick<ClientConnectConfig['connectionOptions'], 'address' | 'tls' | 'apiKey' | 'metadata'>;
  readonly address: string;
}

export interface TemporalSettings {
  /** Undefined: the embedded server. */
  readonly external: ExternalTemporal | undefined;
  readonly namespace: string;
  readonly port: number;
  readonly portByHand: boolean;
  readonly uiPort: number;
  readonly uiPortByHand: boolean;
  /** Where the Web UI of an external server is, for links. */
  readonly uiUrl?: string;
}

/**
 * A server is external when its address or a profile is named. Otherwise the SDK's default file is not looked at: a profile that
 * lies in the person's home for another purpose must not take the place of the embedded server.
 */
export function temporalSettings(
  environment: Environment,
  env: Readonly<Record<string, string>>,
): { readonly settings: TemporalSettings; readonly problems: readonly string[] } {
  const profile = namesProfile(env);
  const problems: string[] = missingFile(env['TEMPORAL_CONFIG_FILE']);
  let read: ClientConnectConfig | undefined;
  try {
    if (isTemporalNamed(env)) read = loadClientConnectConfig({ overrideEnvVars: { ...env }, disableFile: !profile });
  } catch (error) {
    problems.push(`TEMPORAL_*: ${messageOf(error)}`);
  }
  const settings: TemporalSettings = {
    external: read && externalOf(read),
    namespace: read?.namespace ?? env['TEMPORAL_NAMESPACE'] ?? 'default',
    port: environment.DSAP_TEMPORAL_PORT ?? 7233,
    portByHand: environment.DSAP_TEMPORAL_PORT !== undefined,
    uiPort: environment.DSAP_TEMPORAL_UI_PORT ?? 8233,
    uiPortByHand: environment.DSAP_TEMPORAL_UI_PORT !== undefined,
    ...(environment.DSAP_TEMPORAL_UI_URL ? { uiUrl: environment.DSAP_TEMPORAL_UI_URL.replace(/\/+$/, '') } : {}),
  };
  return { settings, problems };
}

/** Whether the environment names a server that runs already. */
export function isTemporalNamed(env: Readonly<Record<string, string>>): boolean {
  return namesProfile(env) || Boolean(env['TEMPORAL_ADDRESS']);
}

/** The SDK takes a file that is not there for an empty one. */
function missingFile(file: string | undefined): string[] {
  return file === undefined || existsSync(file) ? [] : [`TEMPORAL_CONFIG_FILE: there is no file ${file}`];
}

function namesProfile(env: Readonly<Record<string, string>>): boolean {
  return Boolean(env['TEMPORAL_CONFIG_FILE'] ?? env['TEMPORAL_PROFILE']);
}

function externalOf({ connectionOptions }: ClientConnectConfig): ExternalTemporal {
  const address = connectionOptions.address ?? 'localhost:7233';
  const { tls, apiKey, metadata } = connectionOptions;
  return {
    address,
    connectionOptions: {
      address,
      ...(tls === undefined ? {} : { tls }),
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(metadata === undefined ? {} : { metadata }),
    },
  };
}
