import { fovCheckRequestSchema, toFovCheck } from '@lumenloom/contract';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import { accepted } from '../http-problem.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { logEvent } from './event-line.ts';
import type { FieldOfViewTask } from './field-of-view-worker.ts';

/** How long the thread is kept without work, in milliseconds. */
const IDLE_MS = 10 * 60_000;

/** A thread of its own: not this one, which answers everybody, and not those of runs, which may be busy for minutes. */
const fieldOfViewThread = (): Piscina<FieldOfViewTask, string[]> =>
  new Piscina({
    filename: new URL('./field-of-view-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [...process.execArgv, ...THREAD_ARGUMENTS],
  });

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
  const thread = fieldOfViewThread();
  app.addHook('onClose', () => thread.destroy());
  /** Invalid values are among the sentences, because the client shows nothing when the call fails. */
  const sentences = async (body: unknown): Promise<readonly string[]> => {
    const check = toFovCheck(body);
    if (!check.ok && check.problems[0]?.field !== '')
      return check.problems.map(({ message }) => message);
    const { scene, optics, grid, notes } = accepted(check);
    if (!scene) return [];
    const task = { scene, optics, grid, gridName: 'the default' };
    return [...notes, ...(await thread.run(task))];
  };
  app.post('/fov_check', { schema }, async ({ body }) =>
    (await sentences(body)).map((line) => logEvent(line)),
  );
}
