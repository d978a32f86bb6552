import { z } from 'zod';
import { emailText, LONGEST_TEXT, requiredText } from '../text-fields.ts';

/** Largest resume, in bytes. */
export const LARGEST_RESUME_BYTES = 10 * 1024 * 1024;

/** The text parts of POST /api/apply; the file part is named `resume`. */
export const applicantSchema = z.strictObject({
  firstName: requiredText('First Name', LONGEST_TEXT.name),
  lastName: requiredText('Last Name', LONGEST_TEXT.name),
  email: emailText(),
  phone: requiredText('Phone number', LONGEST_TEXT.phone),
});

export type Applicant = z.infer<typeof applicantSchema>;
