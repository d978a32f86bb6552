import { messages, resetPasswordSchema, siteMessages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { HttpProblem, httpProblem, parsed } from '../http-problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { answer, documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { revokeTokensOf } from '../accounts/api-tokens.ts';
import { isVerified, redeemTicket, type VerificationCookies } from '../accounts/codes.ts';
import { forgetDevicesOf } from '../accounts/devices.ts';
import { passwordChangedMail } from '../accounts/mails.ts';
import { refuseCommon } from '../accounts/common-passwords.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { endSessionsOf } from '../accounts/sessions.ts';

const notVerified = (): HttpProblem => httpProblem(403, siteMessages.verifyFirst);

/**
 * POST /api/reset-password: a new password for an address that this browser has just verified;
 * every session and API token of the person ends.
 */
export function resetPasswordRoute(
  app: FastifyInstance,
  config: Config,
  { ticket }: VerificationCookies,
): void {
  const schema = {
    summary: 'Sets a new password',
    body: documented(resetPasswordSchema),
    response: {
      200: messageAnswer('The new password counts'),
      ...documentedProblems,
      403: answer('The address was not verified in this browser.'),
      404: answer('The address has no account.'),
    },
  };
  app.post(
    '/api/reset-password',
    { schema, config: perAddress(config, 30, HOUR_MS) },
    async (request, reply) => {
      const { email: typed, password } = parsed(resetPasswordSchema, request.body);
      refuseCommon(password, config);
      const [email, token, now] = [typed.toLowerCase(), ticket.read(request), app.clock()];
      if (!(await isVerified(app.database, token, email, now))) throw notVerified();
      const passwordHash = await hashPassword(password);
      const { id } = await app.database.transaction().execute(async (transaction) => {
        if (!(await redeemTicket(transaction, token, email, now))) throw notVerified();
        const user = await transaction
          .updateTable('users')
          .set({ passwordHash })
          .where('email', '=', email)
          .returning('id')
          .executeTakeFirst();
        // The caller has proved that the address is theirs, so this tells no stranger.
        if (!user) throw httpProblem(404, messages.noAccount);
        await endSessionsOf(transaction, user.id);
        await forgetDevicesOf(transaction, user.id);
        await revokeTokensOf(transaction, user.id);
        await app.keepDevice(request, reply, user.id, transaction);
        await enqueueMail(transaction, { ...passwordChangedMail(), to: email }, now);
        return user;
      });
      await app.runs.stop({ caller: id });
      ticket.clear(reply);
      request.log.info({ user: id }, 'password reset');
      return { message: siteMessages.passwordReset };
    },
  );
}
