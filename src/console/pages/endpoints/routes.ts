import { z } from 'zod';
import { CapView } from '../../../api/endpoints/caps.ts';
import { EndpointView, RetriedView } from '../../../api/endpoints/endpoints.ts';
import { counted } from '../../../api/report/words.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { read, refused } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { endpointsScreen } from './endpoints.ts';

const Page = z.object({ data: z.array(EndpointView) });
const CapsPage = z.object({ data: z.array(CapView) });
const Pressed = z.object({ name: z.string() });

/** The endpoints of models, the caps, and one button for all questions that an outage led to. */
export function addEndpoints({ app, show, now }: Site): void {
  const path = `${CONSOLE}/endpoints`;
  const shown = async (rest: ReturnType<typeof visitorsRest>, told?: string) => {
    const [{ data: endpoints }, { data: caps }] = await Promise.all([
      read(rest, '/v1/endpoints?limit=200', Page),
      read(rest, '/v1/caps?limit=200', CapsPage),
    ]);
    return endpointsScreen({ endpoints, caps, now: now(), ...(told !== undefined && { told }) });
  };
  app.get(path, { ...PAGE, schema: HIDDEN }, async (request, reply) =>
    show(request, reply, await shown(visitorsRest(app, request))),
  );
  app.post(path, { ...PAGE, schema: HIDDEN }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { name } = Pressed.parse(request.body);
    const answer = await rest.post(`/v1/endpoints/${encodeURIComponent(name)}/retry`, {});
    if (answer.status !== 200)
      return show(request, reply, await shown(rest, refused(answer.body).problem), answer.status);
    const { questions, failed } = RetriedView.parse(answer.body);
    const kept = failed.length === 0 ? '' : ` ${counted(failed.length, 'question')} could not be: ${failed[0]?.detail}`;
    return show(request, reply, await shown(rest, `${counted(questions.length, 'question')} retried.${kept}`));
  });
}
