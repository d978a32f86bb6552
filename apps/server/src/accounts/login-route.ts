import { loginAnswerSchema, loginSchema, messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { attempt, forgetAttempts, growingDelay } from '../attempts.ts';
import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem, parsed, tooSoon } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { hashOfNobody, isPassword } from './passwords.ts';

/** Five failures per address in 15 minutes are free (ruling G2); then one waits 30 s, 1 min, 2 min, ... */
const DELAYS = [growingDelay(5, 15 * MINUTE_MS, 30 * SECOND_MS)];

/** POST /api/login: an unknown address and a wrong password get the same answer in the same time. */
export async function loginRoute(app: FastifyInstance, config: Config): Promise<void> {
  const nobody = await hashOfNobody();
  const schema = {
    summary: 'Logs in',
    body: documented(loginSchema),
    response: {
      200: answer('Logged in; the session is an HttpOnly cookie', loginAnswerSchema),
      ...documentedProblems,
      401: answer('Email or password is wrong.'),
    },
  };
  app.post(
    '/api/login',
    { schema, config: perAddress(config, 30, MINUTE_MS) },
    async (request, reply): Promise<z.infer<typeof loginAnswerSchema>> => {
      const { email, password } = parsed(loginSchema, request.body);
      const wait = await attempt(
        app.database,
        app.keyed,
        { kind: 'login', email },
        DELAYS,
        app.clock(),
      );
      if (wait > 0) throw tooSoon(wait);
      const user = await app.database
        .selectFrom('users')
        .select(['id', 'firstName', 'plan', 'passwordHash'])
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst();
      const isRight = await isPassword(password, user?.passwordHash ?? nobody);
      if (!user || !isRight) {
        request.log.info('login refused');
        throw httpProblem(401, messages.wrongLogin);
      }
      await forgetAttempts(app.database, app.keyed, { kind: 'login', email });
      await app.logIn(request, reply, user.id);
      request.log.info({ user: user.id }, 'logged in');
      return { firstName: user.firstName, plan: user.plan, message: messages.loggedIn };
    },
  );
}
