import { loginAnswerSchema, loginSchema, messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { attempt, forgetAttempt } from '../attempts.ts';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem, parsed, tooManyRequests } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { isKnownDevice } from '../accounts/devices.ts';
import { decoyHash, isPassword } from '../accounts/passwords.ts';

const withAddress = z.object({ email: loginSchema.shape.email });

/** Failures of a device that has logged in to the account before. */
const DEVICE_LIMITS = [{ most: 10, windowMs: 15 * MINUTE_MS }];
/** Failures of all other devices together, for each account. */
const STRANGER_LIMITS = [{ most: 100, windowMs: DAY_MS }];

/**
 * POST /api/login: an unknown address and a wrong password get the same answer in the same time.
 * Known devices of an account have a limit of their own, so that guesses of strangers do not lock
 * its owner out.
 */
export async function loginRoute(app: FastifyInstance, config: Config): Promise<void> {
  const nobody = await decoyHash();
  const schema = {
    summary: 'Logs in',
    body: documented(loginSchema),
    response: {
      200: answer('Logged in; the session is an HttpOnly cookie', loginAnswerSchema),
      ...documentedProblems,
      401: answer('Email or password is wrong.'),
    },
  };
  const isKnown = (request: FastifyRequest): Promise<boolean> => {
    const { data } = withAddress.safeParse(request.body);
    const email = data?.email.toLowerCase() ?? '';
    return isKnownDevice(app.database, app.deviceOf(request), email, app.clock());
  };
  const { rateLimit } = perAddress(config, 30, MINUTE_MS);
  app.post(
    '/api/login',
    // After the body is read: a known device of the account is exempt.
    { schema, config: { rateLimit: { ...rateLimit, hook: 'preHandler', allowList: isKnown } } },
    async (request, reply): Promise<z.infer<typeof loginAnswerSchema>> => {
      const { email: typed, password } = parsed(loginSchema, request.body);
      const [email, now] = [typed.toLowerCase(), app.clock()];
      const known = await isKnown(request);
      const { id, waitMs } = await attempt(
        app.database,
        app.keyed,
        known
          ? { kind: 'login-device', of: `${app.deviceOf(request) ?? ''} ${email}` }
          : { kind: 'login-stranger', of: email },
        known ? DEVICE_LIMITS : STRANGER_LIMITS,
        now,
      );
      if (waitMs > 0)
        throw known ? tooManyRequests(waitMs) : tooManyRequests(waitMs, messages.tooManyGuesses);
      const user = await app.database
        .selectFrom('users')
        .select(['id', 'firstName', 'plan', 'passwordHash'])
        .where('email', '=', email)
        .executeTakeFirst();
      const isRight = await isPassword(password, user?.passwordHash ?? nobody);
      if (!user || !isRight) {
        request.log.info('login refused');
        throw httpProblem(401, messages.wrongLogin);
      }
      await forgetAttempt(app.database, id);
      // The session comes last, so that there is none when something fails.
      await app.keepDevice(request, reply, user.id);
      await app.logIn(request, reply, user.id);
      request.log.info({ user: user.id }, 'logged in');
      return { firstName: user.firstName, plan: user.plan, message: messages.loggedIn };
    },
  );
}
