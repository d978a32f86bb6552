import { siteMessages, type signupSchema } from '@lumenloom/contract';
import type { z } from 'zod';
import { postToSite } from './request.ts';

/** POST /api/signup */
export async function signup(body: z.infer<typeof signupSchema>): Promise<void> {
  await postToSite('/signup', body, {
    refused: (sent = siteMessages.signupFailed) => sent,
    unreachable: siteMessages.signupUnreachable,
  });
}
