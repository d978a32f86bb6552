import { messages, siteMessages, verifyCodeSchema } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem, parsed } from '../http-problem.ts';
import { documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { verifyCode, type CodeVerdict, type VerificationCookies } from '../accounts/codes.ts';

const REFUSALS = {
  wrong: siteMessages.resetVerifyFailed,
  spent: messages.codeSpent,
  unknown: messages.codeUnknown,
};

/**
 * POST /api/verify-code: a right code lets this browser sign up, or set a password, with the
 * address; once. The browser becomes a known device of the account.
 */
export function verifyCodeRoute(
  app: FastifyInstance,
  config: Config,
  { browser, ticket }: VerificationCookies,
): void {
  const schema = {
    summary: 'Checks a verification code',
    body: documented(verifyCodeSchema),
    response: { 200: messageAnswer('The code is right'), ...documentedProblems },
  };
  app.post(
    '/api/verify-code',
    { schema, config: perAddress(config, 30, HOUR_MS) },
    async (request, reply) => {
      const { email, code } = parsed(verifyCodeSchema, request.body);
      const token = browser.read(request);
      const verdict: CodeVerdict =
        token === undefined
          ? { is: 'unknown' }
          : await verifyCode(app, email.toLowerCase(), token, code, async (transaction) => {
              const user = await transaction
                .selectFrom('users')
                .select('id')
                .where('email', '=', email.toLowerCase())
                .executeTakeFirst();
              if (user) await app.keepDevice(request, reply, user.id, transaction);
            });
      if (verdict.is !== 'right') throw httpProblem(400, REFUSALS[verdict.is]);
      ticket.set(reply, verdict.ticket);
      return { message: siteMessages.emailVerified };
    },
  );
}
