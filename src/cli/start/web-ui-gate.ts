import { corsHeaders, preflight, type Reach, turnedAway } from '../../api/http/gate.ts';
import { PROBLEM_TYPE, problemDocument } from '../../api/http/problem.ts';
import { type GateProxy, type GateProxyOptions, startGateProxy } from '../../platform/gate-proxy.ts';
import { startTemporal, type TemporalServer, type TemporalServerOptions } from '../../platform/temporal/server.ts';
import { unbrowsablePort, unguessableAddress } from '../../platform/unbrowsable.ts';
import { closeAll } from '../close-all.ts';

/** An embedded Temporal server whose Web UI people reach at `uiPort`, and pages of other sites nowhere (R93). */
export async function startBehindGate(
  uiPort: number,
  reach: Reach,
  options: Omit<TemporalServerOptions, 'uiPort' | 'uiHost' | 'metricsPort'>,
): Promise<TemporalServer> {
  const behind = await unguessableAddress();
  const metricsPort = await unbrowsablePort();
  const gate = await startWebUiGate({ host: LOOPBACK, port: uiPort, behind }, reach);
  try {
    const server = await startTemporal({ ...options, uiHost: behind.host, uiPort: behind.port, metricsPort });
    const stop = () => closeAll([() => gate.close(), () => server.stop()]);
    return { ...server, uiUrl: `http://${LOOPBACK}:${uiPort}`, stop };
  } catch (error) {
    await gate.close();
    throw error;
  }
}

const LOOPBACK = '127.0.0.1';

/**
 * Temporal's Web UI for people, behind what checks who asks: it lists and commands every run, and cannot check itself (R93). Without
 * authentication of its own it takes known names alone, whatever the API needs.
 */
function startWebUiGate(
  where: Pick<GateProxyOptions, 'host' | 'port' | 'behind'>,
  settings: Reach,
): Promise<GateProxy> {
  const { ownOrigin: _, ...rest } = settings;
  const reach = { ...rest, checkHosts: true };
  return startGateProxy({
    ...where,
    refuse({ method = '', url = '', headers }) {
      const problem = turnedAway({ method, url, headers }, reach, { healthz: false });
      if (problem) {
        const body = JSON.stringify(problemDocument(problem, url.split('?')[0] ?? url));
        return { status: problem.status, headers: { 'content-type': PROBLEM_TYPE }, body };
      }
      const allowed = corsHeaders(headers, reach);
      const asked = Object.keys(allowed).length > 0 ? preflight({ method, headers }) : undefined;
      return asked && { status: 204, headers: { ...allowed, ...asked }, body: '' };
    },
    // Nor may a page of another site show it in a frame of its own.
    adorn: ({ headers }) => ({ ...corsHeaders(headers, reach), 'x-frame-options': 'DENY' }),
  });
}
