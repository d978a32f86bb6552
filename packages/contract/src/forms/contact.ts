import { z } from 'zod';
import {
  emailText,
  LONGEST_TEXT,
  requiredMessage,
  requiredText,
  tickedSchema,
} from '../text-fields.ts';

export const QUESTION_TYPES = [
  'General Inquiry',
  'Support',
  'Partnership',
  'Careers',
  'Other',
] as const;

/** Fields that contact and sales share. */
export const senderFields = {
  companyName: requiredText('Company Name', LONGEST_TEXT.line),
  firstName: requiredText('First Name', LONGEST_TEXT.name),
  lastName: requiredText('Last Name', LONGEST_TEXT.name),
  email: emailText(),
  acceptedTerms: tickedSchema('You must accept the terms and privacy policy'),
};

/** POST /api/contact */
export const contactSchema = z.strictObject({
  questionType: z.enum(QUESTION_TYPES, 'Please select a question type'),
  ...senderFields,
  subject: requiredText('Subject', LONGEST_TEXT.line),
  message: requiredMessage('Message', LONGEST_TEXT.message),
});

export type ContactMessage = z.infer<typeof contactSchema>;
