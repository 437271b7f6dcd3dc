import type { ConnectionOptions } from '@temporalio/client';
import { isLoopbackAddress } from '../../text/loopback.ts';

/** A server on this machine is never reached through a proxy, whatever the environment says (R120). */
export function grpcOptions(options: ConnectionOptions): ConnectionOptions {
  if (!isLoopbackAddress(options.address ?? 'localhost')) return options;
  return { ...options, channelArgs: { ...options.channelArgs, 'grpc.enable_http_proxy': 0 } };
}
