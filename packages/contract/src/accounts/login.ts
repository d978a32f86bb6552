import { z } from 'zod';
import { ACCOUNT_PLANS } from '../plans.ts';
import { emailText, LONGEST_TEXT, tooLong } from '../text-fields.ts';

/**
 * POST /api/login. No rule on the password but that there is one: it may be older than today's
 * rules (docs/reference/protocol.md#a5).
 */
export const loginSchema = z.strictObject({
  email: emailText(),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(LONGEST_TEXT.password, tooLong('Password', LONGEST_TEXT.password)),
});

/** The answer to a login that is accepted. */
export const loginAnswerSchema = z.object({
  firstName: z.string(),
  plan: z.enum(ACCOUNT_PLANS),
  message: z.string(),
});
