import { randomUUID } from 'node:crypto';
import { messages, simulationRequestSchema, toPlan } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { accepted, httpProblem, HttpProblem } from '../http-problem.ts';
import { ownRecipeOf } from '../library/own-parts.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { networkOf } from '../plugins/rate-limits.ts';
import { STREAMED } from '../streamed.ts';
import { Answer, AnswerMemory } from './answer.ts';
import { eventLine, logLine } from './event-line.ts';
import type { JobQueue, Refusal } from './job-queue.ts';

const schema = {
  summary: 'Runs a simulation and streams what happens',
  body: documented(simulationRequestSchema),
  response: {
    200: {
      description:
        'One JSON object {type, content} per line: run {runId} first, then log (a sentence, as topic the heading under which it stands, warning: true where it deserves a look, such as clipped pixels, and field where a failed run needs it changed), download {label, bytes, totalBytes} while the files of a network are fetched before the run, progress (0 to 1), stage {name, ms}, plain (the picture without what an algorithm drew, when one did) and result (the picture), both as data URLs, measurement (what was measured on it), analysis (what an algorithm found), and report. Ignore types that you do not know. Without a result the last log line says why.',
      content: {
        'application/x-ndjson': {
          schema: {
            type: 'object',
            properties: { type: { type: 'string' }, content: {} },
            required: ['type', 'content'],
          },
        },
      },
    },
    ...documentedProblems,
    429: {
      ...documentedProblems[403],
      description: 'You, or in open mode your network, have as many simulations as allowed.',
    },
  },
};

const refusals = (waiting: number): Readonly<Record<Refusal, () => HttpProblem>> => ({
  caller: () => httpProblem(429, messages.tooManyRuns(waiting)),
  unread: () => httpProblem(429, messages.unreadAnswers),
  network: () => httpProblem(429, messages.tooManyRunsOfNetwork),
  queue: () => httpProblem(503, messages.queueFull),
});

/** Whether keys that mean nothing are refused: `Prefer: handling=strict` (RFC 7240, 4.4). */
const isStrict = ({ headers: { prefer } }: FastifyRequest): boolean =>
  /(^|,)\s*handling\s*=\s*"?strict"?\s*(;|,|$)/i.test([prefer].flat().join(','));

/** POST /simulate: checks a recipe, queues it and streams its answer. */
export function simulateRoute(
  app: FastifyInstance,
  queue: JobQueue,
  config: Config,
  deliveryMs: number,
): void {
  const { budget, maximumWaitingRuns, maximumUnreadBytes } = config;
  const memory = new AnswerMemory(maximumUnreadBytes);
  const refusal = refusals(maximumWaitingRuns);
  // Compression would hold lines back until its buffer is full.
  app.post('/simulate', { schema, compress: false }, async (request, reply) => {
    const { body, own, notes: ofFiles, owner } = await ownRecipeOf(app, config, request);
    const { plan, notes, unknownKeys } = accepted(toPlan(body, budget, undefined, own));
    const [field] = unknownKeys;
    if (field !== undefined && isStrict(request))
      throw new HttpProblem(422, [{ field, message: messages.unknownFields(unknownKeys) }]);
    const runId = randomUUID();
    const answer = new Answer(reply.raw, memory);
    answer.emit(eventLine({ type: 'run', content: { runId } }));
    if (unknownKeys.length > 0) answer.emit(logLine(messages.unknownKeys(unknownKeys), 'Recipe'));
    for (const note of [...ofFiles, ...notes]) answer.emit(logLine(note, 'Recipe'));
    if (plan) {
      const { caller, callerSession: session } = request;
      const job = { runId, caller, session, network: networkOf(request.ip), plan, owner };
      const place = await queue.submit(job, {
        emit: (line) => {
          answer.emit(line);
        },
        signal: answer.signal,
        delivered: answer.delivered,
      });
      if ('refused' in place) throw refusal[place.refused]();
      void place.ended.then(() => {
        answer.end(deliveryMs);
      });
    } else {
      answer.end(deliveryMs);
    }
    return reply.headers(STREAMED).type('application/x-ndjson; charset=utf-8').send(answer.lines);
  });
}
