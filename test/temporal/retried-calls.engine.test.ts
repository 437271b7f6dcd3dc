// What the client of Temporal makes of answers that may be others a moment later: by a server of ours that speaks gRPC.
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { EngineUnavailable } from '../../src/api/run-client.ts';
import { INITIAL } from '../../src/model/run-state.ts';
import { createClient } from '../../src/temporal/connection.ts';
import { createTemporalRunClient } from '../../src/temporal/temporal-run-client.ts';
import { aPlan, aStep } from '../support/played/plans.ts';

const { StartWorkflowExecutionRequest, StartWorkflowExecutionResponse } = proto.temporal.api.workflowservice.v1;

/** Of each call to begin an execution its request id. */
const asked: string[] = [];
/** What is answered in turn, as gRPC codes; 0 once they are used up. */
let codes: number[] = [];
let server: Http2Server;
let client: Client;
/** It gives up on the first answer. */
let unrepeating: Client;

beforeAll(async () => {
  server = createServer();
  server.on('stream', (stream) => void answer(stream));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const address = `127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`;
  client = createClient({ connectionOptions: { address }, namespace: 'default' });
  unrepeating = new Client({ connection: Connection.lazy({ address, interceptors: [] }) });
});
afterAll(async () => {
  await client.connection.close();
  await unrepeating.connection.close();
  server.close();
});
beforeEach(() => {
  asked.splice(0);
});

async function answer(stream: ServerHttp2Stream): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  asked.push(StartWorkflowExecutionRequest.decode(Buffer.concat(parts).subarray(PREFIX)).requestId);
  const code = codes.shift() ?? 0;
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(code), 'grpc-message': 'as told' }));
  if (code === 0) {
    const message = StartWorkflowExecutionResponse.encode({ runId: 'one' }).finish();
    const prefix = Buffer.alloc(PREFIX);
    prefix.writeUInt32BE(message.length, 1);
    stream.write(Buffer.concat([prefix, message]));
  }
  stream.end();
}

/** Bytes before each message of gRPC: whether it is compressed, and its length. */
const PREFIX = 5;

function start(by = client): Promise<void> {
  const runs = createTemporalRunClient({ client: by, taskQueue: 'none', settings: { heartbeatTimeout: 5_000 } });
  return runs.start({ plan: aPlan([aStep('a')]), state: { ...INITIAL, runId: 'run_1' }, summary: 'one', tags: [] });
}

test.each([
  ['CANCELLED', 1],
  ['UNKNOWN', 2],
  ['ABORTED', 10],
  ['OUT_OF_RANGE', 11],
  ['UNAVAILABLE', 14],
  ['DATA_LOSS', 15],
])('a start that Temporal answers with %s is sent again under the same request id, and has begun', async (_, code) => {
  codes = [code];
  await start();
  expect(asked).toHaveLength(2);
  expect(new Set(asked).size).toBe(1);
});

test('what another try cannot mend is not sent again', async () => {
  codes = [3];
  const error: unknown = await start().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(EngineUnavailable);
  expect(asked).toHaveLength(1);
});

test.each([
  ['CANCELLED', 1],
  ['UNKNOWN', 2],
  ['DEADLINE_EXCEEDED', 4],
  ['RESOURCE_EXHAUSTED', 8],
  ['ABORTED', 10],
  ['UNAVAILABLE', 14],
])(
  'a start that goes on being answered with %s finds the server away: the run stays stored for the sweep',
  async (_, code) => {
    codes = [code];
    await expect(start(unrepeating)).rejects.toThrow(EngineUnavailable);
    expect(asked).toHaveLength(1);
  },
);
