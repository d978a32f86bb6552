import { addressSchema, checkEmailAnswerSchema } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';

/**
 * POST /api/check-email: whether an address has an account. It tells strangers too, as documented,
 * so it is limited.
 */
export function checkEmailRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'Whether an address has an account',
    body: documented(addressSchema),
    response: { 200: answer('Whether it has', checkEmailAnswerSchema), ...documentedProblems },
  };
  app.post(
    '/api/check-email',
    { schema, config: perAddress(config, 20, HOUR_MS) },
    async ({ body }): Promise<z.infer<typeof checkEmailAnswerSchema>> => {
      const { email } = parsed(addressSchema, body);
      const user = await app.database
        .selectFrom('users')
        .select('id')
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst();
      return { duplicate: user !== undefined };
    },
  );
}
