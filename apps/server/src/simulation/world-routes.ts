import { messages, readWorldDocument } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { ownRecipeOf } from '../library/own-parts.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { networkOf, perAddress } from '../plugins/rate-limits.ts';
import type { WorldAnswer, WorldTask } from './world-worker.ts';

/** How long the thread is kept without work, in milliseconds. */
const IDLE_MS = 10 * 60_000;
/** Questions that wait for the thread. */
const MOST_WAITING = 16;
/** Questions of a network that wait or are answered: the others leave room for other networks. */
const MOST_OF_NETWORK = 4;
/** Requests of a network in a minute. */
const MOST_REQUESTS = 60;
const MOST_SAMPLES = 65_536;

const samples = z
  .number()
  .int()
  .min(1, 'samples must be 1 at least.')
  .max(MOST_SAMPLES, `samples must be at most ${MOST_SAMPLES}.`);
const world = z
  .union([z.string(), z.looseObject({})], 'world must be a document or example:NAME.')
  .describe('The document of a world, or example:NAME.');
const inspectSchema = z.strictObject({ world, samples: samples.default(4096) });
const probeSchema = z.strictObject({
  world,
  rays: z.array(z.unknown(), 'rays must be a list.').min(1, 'rays must have a ray at least.'),
  samples: samples.default(256),
  seed: z.number().int().min(0).max(4_294_967_295).default(0),
});

/** POST /world/inspect and /world/probe: what is in a world, and what rays meet in it. */
export function worldRoutes(app: FastifyInstance, config: Config): void {
  const thread = new Piscina<WorldTask, WorldAnswer>({
    filename: new URL('./world-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MOST_WAITING,
    idleTimeout: IDLE_MS,
    execArgv: [...THREAD_ARGUMENTS],
  });
  app.addHook('onClose', () => thread.destroy());
  const inTurn = turnsOfNetworks();
  const answered = async (
    request: FastifyRequest,
    task: Omit<WorldTask, 'document'>,
    sent: unknown,
  ) => {
    const { body, own } = await ownRecipeOf(app, config, request, { world: sent });
    const content = isObject(body) ? body['world'] : undefined;
    if (!isObject(content))
      throw new HttpProblem(422, [{ field: 'world', message: messages.worldName }]);
    const read = readWorldDocument(content);
    if (!read.ok) throw new HttpProblem(422, [read.problems[0]!]);
    const { worldFolder: folder } = own;
    const signal = AbortSignal.timeout(1000 * config.maximumRunSeconds);
    const found = await thread
      .run({ ...task, document: read.value, ...(folder !== undefined && { folder }) }, { signal })
      .catch((error: unknown) => {
        if (signal.aborted) throw httpProblem(422, messages.worldTooLong(config.maximumRunSeconds));
        if (thread.queueSize >= MOST_WAITING) throw httpProblem(503, messages.queueFull);
        throw error;
      });
    if (!found.ok) throw new HttpProblem(422, [{ field: found.field, message: found.message }]);
    return found.value;
  };
  const limits = perAddress(config, MOST_REQUESTS, MINUTE_MS);
  app.post(
    '/world/inspect',
    {
      schema: {
        summary: 'What is in a world: objects, lamps, lux of its places, what was not read',
        body: documented(inspectSchema),
        response: {
          200: answer('As lumenloom world FILE --json', z.looseObject({})),
          ...documentedProblems,
        },
      },
      config: limits,
    },
    async (request) => {
      const body = parsed(inspectSchema, request.body);
      return inTurn(networkOf(request.ip), () =>
        answered(request, { samples: body.samples, seed: 0 }, body.world),
      );
    },
  );
  app.post(
    '/world/probe',
    {
      schema: {
        summary: 'What rays meet in a world, and the radiance along them',
        body: documented(probeSchema),
        response: {
          200: answer(
            'As lumenloom world probe --json',
            z.looseObject({ rays: z.array(z.unknown()) }),
          ),
          ...documentedProblems,
        },
      },
      config: limits,
    },
    async (request) => {
      const { rays, samples: paths, seed, world: sent } = parsed(probeSchema, request.body);
      return inTurn(networkOf(request.ip), () =>
        answered(request, { rays, samples: paths, seed }, sent),
      );
    },
  );
}

/** Answers a question of a network; refused where too many of it wait. */
function turnsOfNetworks() {
  const asked = new Map<string, number>();
  return async <Answer>(from: string, question: () => Promise<Answer>): Promise<Answer> => {
    const before = asked.get(from) ?? 0;
    if (before >= MOST_OF_NETWORK) throw httpProblem(429, messages.tooManyWorldQuestions);
    asked.set(from, before + 1);
    try {
      return await question();
    } finally {
      const left = asked.get(from)! - 1;
      if (left > 0) asked.set(from, left);
      else asked.delete(from);
    }
  };
}
