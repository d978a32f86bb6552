import { fovCheckRequestSchema, toFovCheck } from '@lumenloom/contract';
import { fieldOfViewOf } from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../http-problem.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { logEvent } from './event-line.ts';

/** The sentences about a request. Invalid values are reported among them, because the client shows nothing when the call fails. */
async function linesFor(body: unknown): Promise<readonly string[]> {
  const check = toFovCheck(body);
  if (!check.ok && check.problems[0]?.field !== '')
    return check.problems.map(({ message }) => message);
  const { scene, optics, grid, notes } = accepted(check);
  return scene
    ? [...notes, ...(await fieldOfViewOf(scene, optics, grid, 'the default', nodeHost(1)))]
    : [];
}

/** POST /fov_check: how much of the sensor the scene covers. */
export function fovCheckRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'How large the image of a scene is and how much of the default sensor it covers',
    body: documented(fovCheckRequestSchema),
    response: {
      200: {
        description: 'Messages, each as JSON text: {type: "log", content}',
        type: 'array',
        items: { type: 'string' },
      },
      ...documentedProblems,
    },
  };
  app.post('/fov_check', { schema }, async ({ body }) =>
    (await linesFor(body)).map((line) => logEvent(line)),
  );
}
