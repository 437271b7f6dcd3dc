import type { FastifyPluginAsync } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';

type Known = Pick<ApiSettings, 'auth' | 'temporalUiUrl' | 'version'>;

/** `GET /`: a page that leads on. It holds no script and nothing of any run, so that it needs no key. */
export function welcomeRoutes(settings: Known): FastifyPluginAsync {
  return async (app) => {
    app.get('/', { schema: { hide: true }, config: { open: true } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(pageOf(settings)),
    );
  };
}

function pageOf({ auth, temporalUiUrl, version }: Known): string {
  const links = [
    ['/docs', 'API reference', 'every operation, with examples'],
    ['/openapi.json', 'OpenAPI document', 'the same for programs and generators of clients'],
    ['/readyz', 'Readiness', 'whether a run can be started now'],
    ...(auth === 'none'
      ? [
          ['/v1/runs', 'Runs', 'the newest first'],
          ['/v1/escalations?status=open', 'Open questions', 'what runs ask people'],
          ['/v1/workflows', 'Workflows', 'the published definitions'],
        ]
      : []),
    // Where keys are needed, nobody without one learns where else the service runs.
    ...(auth === 'none' && temporalUiUrl !== undefined
      ? [[temporalUiUrl, 'Temporal Web UI', 'every run as Temporal sees it']]
      : []),
  ];
  const items = links.map(
    ([href = '', name = '', what = '']) => `<li><a href="${escaped(href)}">${name}</a>: ${what}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>dsap</title>
</head>
<body>
<h1>dsap ${escaped(version)}</h1>
<p>A durable workflow service in which every model answer is judged by a guard.</p>
<ul>
${items.join('\n')}
</ul>
<p>The first workflow is in <code>README.md</code> of the clone; everything else is in its folder <code>docs</code>.</p>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
