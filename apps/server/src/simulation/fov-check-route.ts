import { fovCheckRequestSchema, toFovCheck } from '@lumenloom/contract';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { accepted } from '../http-problem.ts';
import { ownRecipeOf } from '../library/own-parts.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { logEvent } from './event-line.ts';
import type { FieldOfViewTask } from './field-of-view-worker.ts';

/** How long the thread is kept without work, in milliseconds. */
const IDLE_MS = 10 * 60_000;

/**
 * A thread of its own: not this one, which answers everybody, and not those of runs, which may be
 * busy for minutes.
 */
const fieldOfViewThread = (): Piscina<FieldOfViewTask, string[]> =>
  new Piscina({
    filename: new URL('./field-of-view-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [...THREAD_ARGUMENTS],
  });

/** POST /fov_check: how much of the sensor the scene covers. */
export function fovCheckRoute(app: FastifyInstance, config: Config): void {
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
  /**
   * Invalid values are among the sentences, because the client shows nothing when the call fails.
   */
  const sentences = async (request: FastifyRequest): Promise<readonly string[]> => {
    const { body, own } = await withOwnFiles(app, config, request);
    const check = toFovCheck(body, own);
    if (!check.ok && check.problems[0]?.field !== '')
      return check.problems.map(({ message }) => message);
    const { scene, optics, grid, notes } = accepted(check);
    if (!scene) return notes;
    const task = { scene, optics, grid, gridName: 'the default' };
    return [...notes, ...(await thread.run(task))];
  };
  app.post('/fov_check', { schema }, async (request) =>
    (await sentences(request)).map((line) => logEvent(line)),
  );
}

/**
 * The request without the names of the user's own files; scene and lens keep their names from the
 * request.
 */
async function withOwnFiles(app: FastifyInstance, config: Config, request: FastifyRequest) {
  const { selectedScene: scene, selectedOptics: optics } = (request.body ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const { body, own } = await ownRecipeOf(app, config, request, { scene, optics });
  const named = body as { readonly scene: unknown; readonly optics: unknown };
  return {
    own,
    body:
      named.scene === scene && named.optics === optics
        ? request.body
        : {
            ...(request.body as object),
            selectedScene: named.scene,
            selectedOptics: named.optics,
          },
  };
}
