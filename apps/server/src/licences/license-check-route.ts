import { setTimeout } from 'node:timers/promises';
import {
  licenseCheckAnswerSchema,
  licenseCheckSchema,
  messages,
  siteMessages,
} from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { attempt } from '../attempts.ts';
import { HOUR_MS, utcDay } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem, parsed, tooManyRequests } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { addressOf } from '../plugins/own-address.ts';
import { networkOf, scaled } from '../plugins/rate-limits.ts';
import { signedPath } from './download-link.ts';
import { licenceState } from './licences.ts';
import { newestPackage } from './newest-package.ts';

/**
 * Failures of a network in an hour (docs/reference/protocol.md#g2), times RATE_LIMIT_FACTOR. A key
 * of 125 bits needs no limit per address.
 */
const FAILURES_PER_HOUR = 20;
/** Delay of the answer to a wrong pair of address and key, in milliseconds. */
const WRONG_PAIR_MS = 300;

/**
 * POST /api/license-check: a link to the newest package for an address and the key that was issued
 * to it.
 *
 * The page marks its email field if the message of a refusal contains the word email, and its key
 * field if it contains the word license. Naming only one would tell strangers who our customers
 * are, so every wrong pair gets the one message that contains both words, after the same time. Only
 * a caller with a matching pair is told that the license has expired or was revoked.
 */
export function licenseCheckRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'Checks a license and gives the download',
    body: documented(licenseCheckSchema),
    response: {
      200: answer('The license is good', licenseCheckAnswerSchema),
      ...documentedProblems,
      401: answer('Address and key do not belong together.'),
      403: answer('The license has expired or was revoked.'),
    },
  };
  const limits = [{ most: scaled(config, FAILURES_PER_HOUR), windowMs: HOUR_MS }];
  app.post(
    '/api/license-check',
    { schema },
    async (request): Promise<z.infer<typeof licenseCheckAnswerSchema>> => {
      const { email, licenseKey } = parsed(licenseCheckSchema, request.body);
      const now = app.clock();
      const licence = await licenceState(app.database, email, licenseKey, now);
      if (licence.state === 'unknown') {
        const failure = { kind: 'license-check', of: networkOf(request.ip) } as const;
        const { waitMs } = await attempt(app.database, app.keyed, failure, limits, now);
        if (waitMs > 0) throw tooManyRequests(waitMs);
        await setTimeout(WRONG_PAIR_MS);
        throw httpProblem(401, siteMessages.licenseRefused);
      }
      if (licence.state === 'revoked') throw httpProblem(403, messages.licenceRevoked);
      if (licence.state === 'expired')
        throw httpProblem(403, messages.licenceExpired(utcDay(licence.expiredAt)));
      const file = await newestPackage(config.packageFolder);
      if (file === undefined) throw httpProblem(503, messages.noPackage);
      return { downloadUrl: addressOf(request, config) + signedPath(app.keyed, file, now) };
    },
  );
}
