import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOfToken } from '../accounts/api-tokens.ts';
import { DEVICE_LIFE_MS, rememberDevice } from '../accounts/devices.ts';
import {
  endSession,
  findSession,
  LONGEST_MS,
  startSession,
  type Session,
} from '../accounts/sessions.ts';
import { newToken, tokenCookie } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';

interface EndableRuns {
  /** Stops the runs of a person, or of one session. */
  readonly stop: (which: { readonly caller: string; readonly session?: string }) => Promise<void>;
  /** All, each with a last sentence in its log. */
  readonly close: (sentence: string) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The session of a request; undefined when its browser is not logged in. */
    readonly sessionOf: (request: FastifyRequest) => Promise<Session | undefined>;
    /**
     * The account of a request, from its API token or its session; undefined without either.
     * @throws HttpProblem 401 for a token that is not known.
     */
    readonly accountOf: (request: FastifyRequest) => Promise<string | undefined>;
    /** Logs a person in and ends the session that the browser had before. */
    readonly logIn: (request: FastifyRequest, reply: FastifyReply, userId: string) => Promise<void>;
    /** Token of the browser in the cookie for known devices; undefined when it has none. */
    readonly deviceOf: (request: FastifyRequest) => string | undefined;
    /**
     * Makes the browser a known device of an account (accounts/devices.ts), in a transaction if it
     * belongs to one.
     */
    readonly keepDevice: (
      request: FastifyRequest,
      reply: FastifyReply,
      userId: string,
      database?: Database,
    ) => Promise<void>;
    /** Simulations that run and wait, for those that end them. */
    readonly runs: EndableRuns;
    /** Ends the session of the request, if there is one, and its runs. */
    readonly logOut: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
}

/** Connects the session cookie with the sessions in the database. */
export function sessions(app: FastifyInstance, config: Config): void {
  const cookie = tokenCookie('session', LONGEST_MS, config);
  const end = async (request: FastifyRequest): Promise<void> => {
    const token = cookie.read(request);
    if (token === undefined) return;
    const session = await findSession(app.database, token, app.clock());
    await endSession(app.database, token);
    if (session) await app.runs.stop({ caller: session.userId, session: session.id });
  };
  app.decorate('sessionOf', async (request: FastifyRequest) => {
    const token = cookie.read(request);
    return token === undefined ? undefined : findSession(app.database, token, app.clock());
  });
  app.decorate(
    'accountOf',
    async (request: FastifyRequest) =>
      (await accountOfToken(app.database, request, app.clock())) ??
      (await app.sessionOf(request))?.userId,
  );
  app.decorate('logIn', async (request: FastifyRequest, reply: FastifyReply, userId: string) => {
    await end(request);
    cookie.set(reply, await startSession(app.database, userId, app.clock()));
  });
  const device = tokenCookie('device', DEVICE_LIFE_MS, config);
  app.decorate('deviceOf', (request: FastifyRequest) => device.read(request));
  app.decorate(
    'keepDevice',
    async (
      request: FastifyRequest,
      reply: FastifyReply,
      userId: string,
      database: Database = app.database,
    ) => {
      const token = device.read(request) ?? newToken();
      await rememberDevice(database, token, userId, app.clock());
      device.set(reply, token);
    },
  );
  app.decorate('logOut', async (request: FastifyRequest, reply: FastifyReply) => {
    await end(request);
    cookie.clear(reply);
  });
}
