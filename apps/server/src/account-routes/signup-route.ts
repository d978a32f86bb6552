import { randomUUID } from 'node:crypto';
import { signupSchema, siteMessages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { isUniqueViolation } from '../database/database-error.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { recordActivity } from '../accounts/activity.ts';
import { isVerified, redeemTicket, type VerificationCookies } from '../accounts/codes.ts';
import { refuseCommon } from '../accounts/common-passwords.ts';
import { hashPassword } from '../accounts/passwords.ts';

const notVerified = (): HttpProblem => httpProblem(403, siteMessages.verifyFirst);

/** POST /api/signup: an account for an address that this browser has just verified. */
export function signupRoute(
  app: FastifyInstance,
  config: Config,
  { ticket }: VerificationCookies,
): void {
  const schema = {
    summary: 'Makes an account',
    body: documented(signupSchema),
    response: {
      200: messageAnswer('The account is there'),
      ...documentedProblems,
      403: answer('The address was not verified in this browser.'),
      409: answer('The address has an account.'),
    },
  };
  app.post(
    '/api/signup',
    { schema, config: perAddress(config, 30, HOUR_MS) },
    async (request, reply) => {
      const { email: typed, password, ...names } = parsed(signupSchema, request.body);
      refuseCommon(password, config);
      const [email, token, now, id] = [
        typed.toLowerCase(),
        ticket.read(request),
        app.clock(),
        randomUUID(),
      ];
      if (!(await isVerified(app.database, token, email, now))) throw notVerified();
      const passwordHash = await hashPassword(password);
      try {
        await app.database.transaction().execute(async (transaction) => {
          if (!(await redeemTicket(transaction, token, email, now))) throw notVerified();
          await transaction
            .insertInto('users')
            .values({
              id,
              email,
              ...names,
              passwordHash,
              plan: 'Trial',
              isStaff: 0,
              createdAt: now,
            })
            .execute();
          await recordActivity(transaction, 'signup', id, now);
          await app.keepDevice(request, reply, id, transaction);
        });
      } catch (error) {
        throw isUniqueViolation(error)
          ? new HttpProblem(409, [{ field: 'email', message: siteMessages.emailRegistered }])
          : error;
      }
      ticket.clear(reply);
      request.log.info({ user: id }, 'signed up');
      return { message: siteMessages.signedUp };
    },
  );
}
