import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  type GrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { NativeConnection, type NativeConnectionOptions } from '@temporalio/worker';
import { grpcOptions } from '../platform/temporal/grpc-options.ts';
import { isTransient } from './grpc-codes.ts';

/** Where the Temporal server is and how to reach it: what `@temporalio/envconfig` reads, or the embedded server's address. */
export interface TemporalAddress {
  readonly connectionOptions: Pick<NativeConnectionOptions, 'address' | 'tls' | 'apiKey' | 'metadata'>;
  readonly namespace: string;
}

/** A client that connects at first use, and again after every break. */
export function createClient({ connectionOptions, namespace }: TemporalAddress): Client {
  const options = { ...grpcOptions(connectionOptions), interceptors: [makeGrpcRetryInterceptor(RETRIES)] };
  return new Client({ connection: ClientConnection.lazy(options), namespace });
}

/** Tries of one call, as many as Temporal's client makes by itself; its deadline ends them sooner. */
const MOST_TRIES = 10;

/** A repeated call carries the same request id or update id, so the server does once what it is asked twice. */
const RETRIES: GrpcRetryOptions = {
  ...defaultGrpcRetryOptions(),
  retryableDecider: (attempt, status) => attempt < MOST_TRIES && isTransient(status),
};

/** Whether a client's connection stands at this moment; of one that is shared with a worker it is not known. */
export function isConnected({ connection }: Pick<Client, 'connection'>): boolean {
  return connection instanceof ClientConnection && connection.isReady();
}

class ClientConnection extends Connection {
  isReady(): boolean {
    const state: number = this.client.getChannel().getConnectivityState(false);
    return state === READY;
  }
}

/** Of a gRPC channel. */
const READY = 2;

/** A client over a worker's connection, which it does not close. */
export function clientOver(connection: NativeConnection, namespace: string): Client {
  return new Client({ connection, namespace });
}

/** A worker's connection, which asks no environment for a proxy (R120). Rejects when the server does not answer. */
export function connectWorker({ connectionOptions }: TemporalAddress): Promise<NativeConnection> {
  return NativeConnection.connect(connectionOptions);
}
