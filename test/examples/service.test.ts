/** At the wire: a scripted HTTP server in place of the service. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createService, ServiceRefused } from '../../examples/service.ts';

async function withServer(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    await work(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const frame = (seq: number, type: string) =>
  `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, type, data: { é: seq } })}\n\n`;

test('api 3: events are followed to run.closed, over heartbeats and broken connections', async () => {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (asked.length > 1) return response.end(frame(2, 'step.started') + frame(3, 'run.closed'));
    const whole = Buffer.from(`: heartbeat\n\n${frame(1, 'run.created')}`);
    response.write(whole.subarray(0, whole.length - 5));
    return response.write(whole.subarray(whole.length - 5), () => response.destroy());
  };
  await withServer(listener, async (url) => {
    const seen = [];
    for await (const { seq, type, data } of createService(url).events('run_1')) seen.push([seq, type, data]);
    expect(seen).toEqual([
      [1, 'run.created', { é: 1 }],
      [2, 'step.started', { é: 2 }],
      [3, 'run.closed', { é: 3 }],
    ]);
    expect(asked).toEqual(['/v1/runs/run_1/events?after=0', '/v1/runs/run_1/events?after=1']);
  });
});

test('a problem of the service is told in its own words', async () => {
  const listener: RequestListener = (_, response) => response.writeHead(422).end('{"code":"model_unavailable"}');
  await withServer(listener, async (url) => {
    const refused = createService(url).publish({});
    await expect(refused).rejects.toThrow('POST /v1/workflows answered 422: {"code":"model_unavailable"}');
    await expect(refused).rejects.toBeInstanceOf(ServiceRefused);
  });
});
