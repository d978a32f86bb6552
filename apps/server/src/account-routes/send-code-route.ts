import { addressSchema, siteMessages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { parsed, tooManyRequests } from '../http-problem.ts';
import { documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { networkOf, perAddress } from '../plugins/rate-limits.ts';
import { sendCode, type VerificationCookies } from '../accounts/codes.ts';
import { newToken } from '../accounts/tokens.ts';

/** POST /api/send-code: mails a code, for sign-up and password reset alike. */
export function sendCodeRoute(
  app: FastifyInstance,
  config: Config,
  { browser }: VerificationCookies,
): void {
  const schema = {
    summary: 'Mails a verification code',
    body: documented(addressSchema),
    response: { 200: messageAnswer('Whether or not there is an account'), ...documentedProblems },
  };
  app.post(
    '/api/send-code',
    { schema, config: perAddress(config, 20, HOUR_MS) },
    async (request, reply) => {
      const { email } = parsed(addressSchema, request.body);
      const known = browser.read(request);
      const token = known ?? newToken();
      const wait = await sendCode(app, email.toLowerCase(), {
        browser: token,
        isKnown: known !== undefined,
        network: networkOf(request.ip),
      });
      if (wait > 0) throw tooManyRequests(wait);
      browser.set(reply, token);
      return { message: siteMessages.codeSent };
    },
  );
}
