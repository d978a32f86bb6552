import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { VERSION } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** A contract schema as JSON Schema for the description at /docs; requests are checked by the contract itself. */
export function documented(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod leaves out the default of a field that is transformed; ours are in the units that the field takes.
    override: ({ zodSchema, jsonSchema }) => {
      const described = z.globalRegistry.get(zodSchema);
      if (described?.['default'] !== undefined) jsonSchema.default = described['default'];
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
export const said = (description: string) => answer(description, z.object({ message: z.string() }));

/** Answers that every call with a body can give. */
export const documentedProblems = {
  400: answer('The body is not JSON.'),
  403: answer('The request comes from a page of another site.'),
  413: answer('The body is too large.'),
  415: answer('The body is not declared as application/json.'),
  429: answer('Too many tries; Retry-After says how many seconds to wait.'),
  503: answer('The server cannot store anything at the moment; nothing was changed.'),
  422: answer(
    'A value cannot be used. message and field are those of the first problem.',
    problem.extend({ problems: z.array(problem) }),
  ),
};

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
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
}
