import {
  messages,
  newProjectSchema,
  projectNameSchema,
  projectSchema,
  projectsAnswerSchema,
  savedRecipeSchema,
  wholeProjectSchema,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import {
  addProject,
  deleteProject,
  projectsOf,
  readProject,
  renameProject,
  saveRecipe,
} from './project-rows.ts';

const CHANGES_PER_MINUTE = 120;

const PROBLEMS = {
  401: answer('Neither logged in nor an API token.'),
  503: documentedProblems[503],
};
const PROBLEMS_OF_ONE = { ...PROBLEMS, 404: answer('You have no such project.') };

type OfProject = FastifyRequest<{ Params: { id: string } }>;

/** What the calls need. */
interface Calls {
  readonly app: FastifyInstance;
  /** The account of a request, whose answer is not to be stored. */
  readonly account: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
  readonly limit: ReturnType<typeof perAddress>;
}

/** Calls about the projects of an account: named recipes. */
export function projectRoutes(app: FastifyInstance, config: Config): void {
  const calls: Calls = {
    app,
    account: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const userId = await app.accountOf(request);
      if (userId === undefined) throw httpProblem(401, messages.logInForProjects);
      return userId;
    },
    limit: perAddress(config, CHANGES_PER_MINUTE, MINUTE_MS),
  };
  listAndAdd(calls);
  readAndSave(calls);
  renameAndDelete(calls);
}

function listAndAdd({ app, account, limit }: Calls): void {
  app.get(
    '/api/projects',
    {
      schema: {
        summary: 'Lists your projects',
        response: { 200: answer('The last saved first', projectsAnswerSchema), ...PROBLEMS },
      },
    },
    async (request, reply) => ({
      projects: await projectsOf(app.database, await account(request, reply)),
    }),
  );
  app.post(
    '/api/projects',
    {
      schema: {
        summary: 'Keeps a recipe as a new project',
        body: documented(newProjectSchema),
        response: {
          201: answer('The project', projectSchema),
          ...documentedProblems,
          ...PROBLEMS,
          409: answer('The account has as many projects as allowed.'),
        },
      },
      config: limit,
    },
    async (request, reply) => {
      const userId = await account(request, reply);
      const project = parsed(newProjectSchema, request.body);
      return reply.code(201).send(await addProject(app.database, userId, project, app.clock()));
    },
  );
}

function readAndSave({ app, account, limit }: Calls): void {
  app.get(
    '/api/projects/:id',
    {
      schema: {
        summary: 'Gives a project with its recipe',
        response: { 200: answer('The project', wholeProjectSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfProject, reply) =>
      readProject(app.database, await account(request, reply), request.params.id),
  );
  app.put(
    '/api/projects/:id',
    {
      schema: {
        summary: 'Saves another recipe under a project',
        body: documented(savedRecipeSchema),
        response: {
          200: answer('The project, with its new version', projectSchema),
          ...documentedProblems,
          ...PROBLEMS_OF_ONE,
          409: answer('Another recipe was saved since that version; nothing was changed.'),
        },
      },
      config: limit,
    },
    async (request: OfProject, reply) => {
      const userId = await account(request, reply);
      const saved = parsed(savedRecipeSchema, request.body);
      return saveRecipe(app.database, userId, request.params.id, saved, app.clock());
    },
  );
}

function renameAndDelete({ app, account, limit }: Calls): void {
  app.patch(
    '/api/projects/:id',
    {
      schema: {
        summary: 'Renames a project',
        body: documented(projectNameSchema),
        response: {
          200: answer('The project', projectSchema),
          ...documentedProblems,
          ...PROBLEMS_OF_ONE,
        },
      },
      config: limit,
    },
    async (request: OfProject, reply) => {
      const userId = await account(request, reply);
      const { name } = parsed(projectNameSchema, request.body);
      return renameProject(app.database, userId, request.params.id, name);
    },
  );
  app.delete(
    '/api/projects/:id',
    {
      schema: {
        summary: 'Deletes a project',
        response: {
          204: { description: 'It is deleted.', type: 'null' },
          ...PROBLEMS_OF_ONE,
        },
      },
      config: limit,
    },
    async (request: OfProject, reply) => {
      await deleteProject(app.database, await account(request, reply), request.params.id);
      return reply.code(204).send();
    },
  );
}
