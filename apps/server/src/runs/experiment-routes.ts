import { rm } from 'node:fs/promises';
import { listQuerySchema } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database, Goal } from '../database/schema.ts';
import { httpProblem, parsed } from '../http-problem.ts';
import { cancelOrDelete, withWait, type OwnRow } from '../leased-work/leased-rows.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import type { GrowingResults } from '../results/result-streams.ts';
import {
  experimentsOf,
  resumeExperiment,
  type NewExperiment,
  type Stored,
} from './experiment-rows.ts';

/** How often experiments of a goal may be started from a network, in a minute. */
const STARTS_PER_MINUTE = 60;

export type OfExperiment = FastifyRequest<{ Params: { id: string } }>;

/** What the calls about the experiments of one goal say, and where they look. */
export interface GoalCalls<Name extends Goal> {
  readonly goal: Name;
  /** What one is called: 'a study'. */
  readonly one: string;
  readonly schemas: Readonly<Record<'document' | 'status' | 'list' | 'started', z.ZodType>>;
  readonly messages: { readonly logIn: string; readonly missing: string };
  /** What starts one, and what is said of that. */
  readonly start: {
    readonly summary: string;
    readonly description?: string;
    /** Checks and stores what an account sent. @throws HttpProblem 422, 429. */
    readonly of: (userId: string, body: unknown) => Promise<{ readonly id: string }>;
  };
  /** How one goes on that was cancelled or has failed; absent: none does. */
  readonly resume?: Resume<Name>;
  /** Deletes what belongs to one besides its rows. */
  readonly discard?: (transaction: Database, own: OwnRow) => Promise<unknown>;
  /** The folder of one; absent where there is none. */
  readonly folderOf?: (id: string) => string;
  /** Looks for experiments that are new or were cancelled. */
  readonly look: () => void;
}

interface Resume<Name extends Goal> {
  readonly schema: {
    readonly summary: string;
    readonly description: string;
    readonly body?: Record<string, unknown>;
  };
  /** Answers besides those of all calls about one. */
  readonly problems: Readonly<Record<number, object>>;
  /**
   * What it is to compute besides, and what requires the room for all that is left.
   * @throws HttpProblem 422.
   */
  readonly of: (body: unknown) => (
    userId: string,
    before: Stored[Name],
  ) => {
    readonly more?: Pick<NewExperiment, 'document' | 'parts'> | undefined;
    readonly checked: (transaction: Database) => Promise<unknown>;
  };
}

/** Who may see what, for further calls about the experiments of a goal. */
export interface Access<Name extends Goal> {
  /** Answers that calls about one can give. */
  readonly problemsOfOne: Readonly<Record<number, object>>;
  /** The account of a request. @throws HttpProblem 401 without one. */
  readonly accountOf: (request: FastifyRequest) => Promise<string>;
  /** The experiment that a request names. @throws HttpProblem 404. */
  readonly oneOf: (request: OfExperiment) => Promise<Stored[Name]>;
}

const withoutDocument = <One extends { readonly document: unknown }>({
  document: _,
  ...status
}: One) => status;

/** Registers the calls that the experiments of all goals have. */
export function experimentRoutes<Name extends Goal>(
  app: FastifyInstance,
  config: Config,
  calls: GoalCalls<Name>,
): Access<Name> {
  const { goal, one } = calls;
  const problems = {
    401: answer('Neither logged in nor an API token.'),
    503: documentedProblems[503],
  };
  const noun = one.replace(/^an? /, '');
  const problemsOfOne = { ...problems, 404: answer(`You have no such ${noun}.`) };
  const full = answer(`You have as many unfinished ${goal} or runs as allowed.`);
  const accountOf = async (request: FastifyRequest): Promise<string> => {
    const userId = await app.accountOf(request);
    if (userId === undefined) throw httpProblem(401, calls.messages.logIn);
    return userId;
  };
  const oneOf = async (request: OfExperiment): Promise<Stored[Name]> => {
    const { id } = request.params;
    const [found] = await experimentsOf(app.database, goal, await accountOf(request), { id });
    if (!found) throw httpProblem(404, calls.messages.missing);
    return withWait(app, found);
  };
  const access = { problemsOfOne, accountOf, oneOf };
  startRoute(app, config, calls, { accountOf, problems: { ...problems, 429: full } });
  readRoutes(app, calls, access, problems);
  resumeRoute(app, calls, access, full);
  deleteRoute(app, calls, access);
  return access;
}

function startRoute<Name extends Goal>(
  app: FastifyInstance,
  config: Config,
  { goal, schemas, start: { of: startOf, ...said }, look }: GoalCalls<Name>,
  { accountOf, problems }: Pick<Access<Name>, 'accountOf'> & { readonly problems: object },
): void {
  app.post(
    `/api/${goal}`,
    {
      schema: {
        ...said,
        body: documented(schemas.document),
        response: {
          201: answer('Its id, and the number of its runs where it is known', schemas.started),
          ...documentedProblems,
          ...problems,
        },
      },
      config: perAddress(config, STARTS_PER_MINUTE, MINUTE_MS),
    },
    async (request, reply) => {
      const started = await startOf(await accountOf(request), request.body);
      look();
      return reply.code(201).send(started);
    },
  );
}

/** Calls that say which experiments there are, and how far they are. */
function readRoutes<Name extends Goal>(
  app: FastifyInstance,
  { goal, one, schemas }: GoalCalls<Name>,
  { accountOf, oneOf, problemsOfOne }: Access<Name>,
  problems: Readonly<Record<number, object>>,
): void {
  app.get(
    `/api/${goal}`,
    {
      schema: {
        summary: `Lists your ${goal}`,
        querystring: documented(listQuerySchema),
        response: {
          200: answer('The newest first', schemas.list),
          ...problems,
          422: answer('There is no such state.'),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const userId = await accountOf(request);
      const { state } = parsed(listQuerySchema, request.query);
      const rows = await experimentsOf(app.database, goal, userId, state && { state });
      return { [goal]: rows.map((row) => withoutDocument(withWait(app, row))) };
    },
  );
  app.get(
    `/api/${goal}/:id`,
    {
      schema: {
        summary: `Says how far ${one} is`,
        response: { 200: answer('Its state', schemas.status), ...problemsOfOne },
      },
    },
    async (request: OfExperiment, reply) => {
      reply.header('cache-control', 'no-store');
      return withoutDocument(await oneOf(request));
    },
  );
  app.get(
    `/api/${goal}/:id/document`,
    {
      schema: {
        summary: `The document of ${one}, with its defaults`,
        response: { 200: answer('As it was checked', schemas.document), ...problemsOfOne },
      },
    },
    async (request: OfExperiment, reply) => {
      const { document } = await oneOf(request);
      if (goal === 'sweeps') reply.header('cache-control', 'private, max-age=86400');
      return reply.send(document);
    },
  );
}

function resumeRoute<Name extends Goal>(
  app: FastifyInstance,
  { goal, schemas, resume, look }: GoalCalls<Name>,
  { accountOf, oneOf, problemsOfOne }: Access<Name>,
  full: object,
): void {
  if (!resume) return;
  const response = {
    200: answer('Its state', schemas.status),
    ...problemsOfOne,
    ...resume.problems,
    429: full,
  };
  app.post(
    `/api/${goal}/:id/resume`,
    { schema: { ...resume.schema, response } },
    async (request: OfExperiment) => {
      const goingOn = resume.of(request.body);
      const before = await oneOf(request);
      const own = { userId: await accountOf(request), id: before.id };
      const { more, checked } = goingOn(own.userId, before);
      await resumeExperiment(app.database, goal, own, checked, more);
      look();
      return withoutDocument(await oneOf(request));
    },
  );
}

function deleteRoute<Name extends Goal>(
  app: FastifyInstance,
  { goal, one, messages, discard, folderOf, look }: GoalCalls<Name>,
  { accountOf, problemsOfOne }: Access<Name>,
): void {
  app.delete(
    `/api/${goal}/:id`,
    {
      schema: {
        summary: `Cancels ${one}, or deletes one that has ended`,
        response: {
          200: answer('What was done', z.object({ status: z.enum(['cancelled', 'deleted']) })),
          ...problemsOfOne,
        },
      },
    },
    async (request: OfExperiment) => {
      const own = { userId: await accountOf(request), id: request.params.id };
      const status = await cancelOrDelete(app.database, goal, own, app.clock(), (transaction) =>
        discard ? discard(transaction, own) : Promise.resolve(),
      );
      if (!status) throw httpProblem(404, messages.missing);
      if (status === 'deleted' && folderOf)
        await rm(folderOf(own.id), { recursive: true, force: true });
      look();
      return { status };
    },
  );
}

/** A call that streams results of an experiment as they come, a JSON object per line. */
export function resultsRoute<Name extends Goal>(
  app: FastifyInstance,
  { goal, one }: Pick<GoalCalls<Name>, 'goal' | 'one'>,
  { accountOf, oneOf, problemsOfOne }: Access<Name>,
  {
    order,
    schema,
    addedOf,
  }: {
    /** What the lines are, and how they are ordered. */
    readonly order: string;
    readonly schema: z.ZodType;
    readonly addedOf: (id: string) => GrowingResults['added'];
  },
): void {
  app.get(
    `/api/${goal}/:id/results`,
    {
      schema: {
        summary: `Streams the results of ${one} as they come, and ends with it`,
        response: {
          200: {
            description: order,
            content: { 'application/x-ndjson': { schema: documented(schema) } },
          },
          ...problemsOfOne,
          429: answer('You follow as many results as allowed.'),
        },
      },
      compress: false,
    },
    async (request: OfExperiment, reply) => {
      const userId = await accountOf(request);
      const { id } = await oneOf(request);
      return app.sendResults(reply, { id, userId, added: addedOf(id) });
    },
  );
}
