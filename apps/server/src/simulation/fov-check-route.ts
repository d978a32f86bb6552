import { fovCheckRequestSchema, toFovCheck } from '@lumenloom/contract';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { accepted } from '../http-problem.ts';
import { ownRecipeOf } from '../library/own-parts.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { logEvent } from './event-line.ts';
import type { FieldOfView, FieldOfViewTask } from './field-of-view-worker.ts';

/** How long the thread is kept without work, in milliseconds. */
const IDLE_MS = 10 * 60_000;

/**
 * A thread of its own: not this one, which answers everybody, and not those of runs, which may be
 * busy for minutes.
 */
const fieldOfViewThread = (): Piscina<FieldOfViewTask, FieldOfView> =>
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
        description:
          'Messages, each as JSON text: {type: "log", content}; with a distance in opticsParams or motion also {type: "object", content}, the group `object` of report.json',
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
  const answer = async (request: FastifyRequest): Promise<FieldOfView> => {
    const { body, own } = await withOwnFiles(app, config, request);
    const check = toFovCheck(body, own);
    if (!check.ok && check.problems[0]?.field !== '')
      return { lines: check.problems.map(({ message }) => message), object: null };
    const { scene, optics, grid, camera, notes } = accepted(check);
    if (!scene) return { lines: notes, object: null };
    const { lines, object } = await thread.run({
      ...{ scene, optics, grid, camera },
      gridName: 'the default',
    });
    return { lines: [...notes, ...lines], object };
  };
  app.post('/fov_check', { schema }, async (request) => {
    const { lines, object } = await answer(request);
    return [
      ...lines.map((line) => logEvent(line)),
      ...(object ? [JSON.stringify({ type: 'object', content: object })] : []),
    ];
  });
}

/**
 * The request without the names of the user's own files; scene and lens keep their names from the
 * request.
 */
async function withOwnFiles(app: FastifyInstance, config: Config, request: FastifyRequest) {
  const sent = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const { selectedScene: scene, selectedOptics: optics, sensor, sensorFile, task, motion } = sent;
  const recipe = { scene, optics, sensor, sensorFile, task, motion };
  const { body, own } = await ownRecipeOf(app, config, request, recipe);
  const named = body as Readonly<Record<string, unknown>>;
  const isAsSent = (['scene', 'optics', 'sensor'] as const).every(
    (choice) => named[choice] === recipe[choice],
  );
  return {
    own,
    body: isAsSent
      ? request.body
      : {
          ...sent,
          selectedScene: named['scene'],
          selectedOptics: named['optics'],
          sensor: named['sensor'],
        },
  };
}
