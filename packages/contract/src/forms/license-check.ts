import { z } from 'zod';
import { emailText, LONGEST_TEXT, tooLong } from '../text-fields.ts';

/** POST /api/license-check */
export const licenseCheckSchema = z.strictObject({
  email: emailText(),
  licenseKey: z
    .string('License key is required')
    .trim()
    .min(1, { message: 'License key is required', abort: true })
    .min(6, 'License key must be at least 6 characters')
    .max(LONGEST_TEXT.licenseKey, tooLong('License key', LONGEST_TEXT.licenseKey)),
});

export type LicenseCheck = z.infer<typeof licenseCheckSchema>;

/** The answer to a pair that fits. */
export const licenseCheckAnswerSchema = z.object({ downloadUrl: z.string().min(1) });
