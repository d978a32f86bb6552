import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { httpProblem } from '../http-problem.ts';
import { STREAMED } from '../streamed.ts';
import { UNFINISHED } from '../leased-work/leased-rows.ts';

/** Streams of results that an account may have open at a server. */
const MOST_STREAMS = 20;
/** How often new results are looked for while somebody follows them, in milliseconds. */
const POLL_MS = 250;

/** Results that come one after another. */
export interface GrowingResults {
  readonly id: string;
  readonly userId: string;
  /** Lines that have come since the last call: it must not read the others again. */
  readonly added: () => AsyncIterable<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Answers with results as they come, and ends with them.
     *
     * @throws HttpProblem 429 beyond the streams of an account.
     */
    readonly sendResults: (reply: FastifyReply, results: GrowingResults) => FastifyReply;
  }
}

/** Streams of the results of sweeps and studies. */
export function resultStreams(app: FastifyInstance): void {
  const ofAccounts = new Map<string, number>();
  app.decorate('sendResults', (reply, results) => {
    const { userId } = results;
    const count = ofAccounts.get(userId) ?? 0;
    if (count >= MOST_STREAMS) throw httpProblem(429, messages.tooManyStreams(MOST_STREAMS));
    ofAccounts.set(userId, count + 1);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      const left = ofAccounts.get(userId)! - 1;
      if (left > 0) ofAccounts.set(userId, left);
      else ofAccounts.delete(userId);
    });
    return reply
      .headers(STREAMED)
      .type('application/x-ndjson; charset=utf-8')
      .send(Readable.from(linesUntilEnd(app, results, gone.signal)));
  });
}

async function* linesUntilEnd(
  { database }: FastifyInstance,
  { id, added }: GrowingResults,
  gone: AbortSignal,
): AsyncGenerator<string, void> {
  while (!gone.aborted) {
    // Asked before the lines, so that none is missed that was stored before the end.
    const row = await database
      .selectFrom('experiments')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    yield* added();
    if (!UNFINISHED.some((state) => state === row?.state)) return;
    await sleep(POLL_MS, undefined, { signal: gone }).catch(() => undefined);
  }
}
