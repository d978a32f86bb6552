import { messages, preferencesSchema, type Preferences } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';

const CHANGES_PER_MINUTE = 120;
const PROBLEMS = { 401: answer('Nobody is logged in.'), ...documentedProblems };

/**
 * GET and PUT /api/preferences: what an account has turned on in the workbench. A name that is not
 * offered is refused; one that is no longer offered is kept and left out of the answer, so that it
 * is on again when the operator offers it again.
 */
export function preferencesRoute(app: FastifyInstance, config: Config): void {
  const { workbenchOffers: offered } = config;
  /** The account of a request. @throws HttpProblem 403 where nothing is offered. */
  const account = async (request: FastifyRequest): Promise<string | undefined> => {
    if (offered.length === 0) throw httpProblem(403, messages.toolsNotOffered);
    // No API token: it is for computing.
    return (await app.sessionOf(request))?.userId;
  };
  const ok = answer('What is on', preferencesSchema);

  app.get(
    '/api/preferences',
    {
      schema: {
        summary: 'Says which tools of the workbench you have turned on',
        response: {
          200: ok,
          204: { description: 'Nobody is logged in: nothing is remembered.', type: 'null' },
          ...PROBLEMS,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const userId = await account(request);
      // No failure, which browsers would show: the workbench asks whoever opens it.
      if (userId === undefined) return reply.code(204).send();
      const row = await app.database
        .selectFrom('users')
        .select('tools')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const tools = JSON.parse(row.tools) as Preferences['tools'];
      return {
        tools: tools === 'all' ? tools : offered.filter((name) => tools.includes(name)),
      } satisfies Preferences;
    },
  );
  app.put(
    '/api/preferences',
    {
      schema: {
        summary: 'Turns tools of the workbench on or off for you',
        body: documented(preferencesSchema),
        response: { 200: ok, ...PROBLEMS },
      },
      config: perAddress(config, CHANGES_PER_MINUTE, MINUTE_MS),
    },
    async (request): Promise<Preferences> => {
      const userId = await account(request);
      if (userId === undefined) throw httpProblem(401, messages.logInForTools);
      const { tools } = parsed(preferencesSchema, request.body);
      const known: readonly string[] = offered;
      const names = tools === 'all' ? [] : tools;
      const at = names.findIndex((name) => !known.includes(name));
      if (at >= 0)
        throw new HttpProblem(422, [
          { field: `tools[${at}]`, message: messages.toolNotOffered(names[at]!, offered) },
        ]);
      await app.database
        .updateTable('users')
        .set({ tools: JSON.stringify(tools) })
        .where('id', '=', userId)
        .execute();
      return { tools };
    },
  );
}
