import { z } from 'zod';
import { emailText } from '../text-fields.ts';

/** POST /api/send-code, /api/check-email and /api/logout */
export const addressSchema = z.strictObject({ email: emailText() });

/** The answer of POST /api/check-email. */
export const checkEmailAnswerSchema = z.object({ duplicate: z.boolean() });

const code = z
  .string('Verification code is required')
  .trim()
  .min(1, { message: 'Verification code is required', abort: true });

/**
 * POST /api/verify-code. One rule serves both forms: the reset form asks only that there is a code
 * (docs/reference/protocol.md#code-rules).
 */
export const verifyCodeSchema = z.strictObject({
  email: emailText(),
  code: code.max(20, 'Must be 6 digits'),
});

/** The code step of the sign-up form. */
export const signupCodeSchema = z.object({ code: code.length(6, 'Must be 6 digits') });
