import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { messages, simulationRequestSchema, toPlan } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { accepted, httpProblem } from '../http-problem.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { eventLine, logLine } from './event-line.ts';
import type { JobQueue } from './job-queue.ts';

/** A reader that takes nothing for this long after the run has ended is gone; in milliseconds. */
const SLOW_READER_MS = 60_000;

const schema = {
  summary: 'Runs a simulation and streams what happens',
  body: documented(simulationRequestSchema),
  response: {
    200: {
      description:
        'One JSON object {type, content} per line: run {runId} first, then log (a sentence, and as topic the heading under which it stands), download {label, bytes, totalBytes} while the files of a network are fetched before the run, progress (0 to 1), stage {name, ms}, analysis (what an algorithm found), report, plain (the picture without what an algorithm drew, when one did), and result (the picture); both pictures as data URLs. Ignore types that you do not know. Without a result the last log line says why.',
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
      description: 'You have as many simulations in line as you may.',
    },
  },
};

/** POST /simulate: check, put in line, stream. */
export function simulateRoute(
  app: FastifyInstance,
  queue: JobQueue,
  { budget, maximumWaitingRuns }: Config,
): void {
  // Compressed, lines would wait in a buffer.
  app.post('/simulate', { schema, compress: false }, async (request, reply) => {
    const { plan, notes, unknownKeys } = accepted(toPlan(request.body, budget));
    const runId = randomUUID();
    // Without back-pressure: a slow reader must not hold a thread, and an answer is hardly larger than its picture.
    const lines = new Readable({ read: () => undefined });
    lines.push(eventLine({ type: 'run', content: { runId } }));
    if (unknownKeys.length > 0) lines.push(logLine(messages.unknownKeys(unknownKeys), 'Recipe'));
    for (const note of notes) lines.push(logLine(note, 'Recipe'));

    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
    });
    const end = (): void => {
      lines.push(null);
      reply.raw.setTimeout(SLOW_READER_MS, () => reply.raw.destroy());
    };
    if (plan) {
      const place = await queue.submit(
        { runId, caller: request.caller, plan },
        { emit: (line) => lines.push(line), signal: gone.signal },
      );
      if (!place) throw httpProblem(429, messages.tooManyRuns(maximumWaitingRuns));
      void place.ended.then(end);
    } else {
      end();
    }
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('application/x-ndjson; charset=utf-8')
      .send(lines);
  });
}
