import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { labJsonSchema } from '@lumenloom/contract';
import { VERSION } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CALL_GROUPS } from './call-examples.ts';

const described = new WeakMap<z.ZodType, Record<string, unknown>>();

/**
 * A contract schema as JSON Schema for the description at /docs; requests are checked by the
 * contract itself.
 */
export function documented(schema: z.ZodType): Record<string, unknown> {
  const known = described.get(schema) ?? describe(schema);
  described.set(schema, known);
  return known;
}

function describe(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod leaves out the default of a field that is transformed; ours are in the units that the
    // field takes.
    override: ({ zodSchema, jsonSchema }) => {
      const notes = z.globalRegistry.get(zodSchema);
      if (notes?.['default'] !== undefined) jsonSchema.default = notes['default'];
    },
  });
  return rest;
}

const problem = z.object({
  field: z.string().describe('Path of the field at fault; empty for the request as a whole.'),
  message: z.string(),
});
/** The description of one answer of a call. */
export const answer = (description: string, body: z.ZodType = problem) => ({
  description,
  content: { 'application/json': { schema: documented(body) } },
});

/** A success with one sentence. */
export const messageAnswer = (description: string) =>
  answer(description, z.object({ message: z.string() }));

/** Answers that every call with a body can give. */
export const documentedProblems = {
  400: answer('The body is not JSON.'),
  403: answer('The request comes from a page of another site, or has a token that may only read.'),
  413: answer('The body is too large.'),
  415: answer('The body is not declared as application/json.'),
  429: answer('Too many tries; Retry-After says how many seconds to wait.'),
  503: answer('The server cannot store anything at the moment; nothing was changed.'),
  422: answer(
    'A value cannot be used. message and field are those of the first problem.',
    problem.extend({ problems: z.array(problem) }),
  ),
};

/** The description of a call besides its schemas. */
interface Described {
  tags?: readonly string[];
  readonly requestBody?: { readonly content?: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
}
type Media = Readonly<Record<string, { example?: unknown }>>;

/** Gives a call its group and its example. */
function describeCall(method: string, path: string, call: Described): void {
  const name = `${method.toUpperCase()} ${path}`;
  const groups = Object.entries(CALL_GROUPS).filter(([, calls]) => calls[name]);
  call.tags = groups.map(([group]) => group);
  const { request, answer: answered } = groups[0]?.[1][name] ?? {};
  const success = Object.entries(call.responses).find(([status]) => status.startsWith('2'))?.[1];
  for (const [content, example] of [
    [call.requestBody?.content, request],
    [success?.content, answered],
  ] as const)
    if (example !== undefined)
      for (const media of Object.values(content ?? {})) media.example = example;
}

/** The OpenAPI description at /docs, made from the schemas of the contract. */
export async function openApi(app: FastifyInstance): Promise<void> {
  // Routes carry schemas for the description only.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lumenloom',
        version: VERSION,
        description: 'The calls of the camera simulation workbench and of the site.',
      },
      tags: Object.keys(CALL_GROUPS).map((name) => ({ name })),
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) throw new Error('The description is not OpenAPI 3.');
      for (const [path, calls] of Object.entries(described.openapiObject.paths ?? {}))
        for (const [method, call] of Object.entries(calls ?? {}))
          describeCall(method, path, call as Described);
      return described.openapiObject;
    },
  });
  // The shape of a file that programs of others read.
  app.get('/docs/lab.schema.json', { schema: { hide: true } }, () => labJsonSchema());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
}
