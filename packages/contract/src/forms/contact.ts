import { z } from 'zod';
import { emailText, LONGEST, requiredMessage, requiredText, ticked } from '../text-fields.ts';

export const QUESTION_TYPES = [
  'General Inquiry',
  'Support',
  'Partnership',
  'Careers',
  'Other',
] as const;

/** Fields that contact and sales share. */
export const senderFields = {
  companyName: requiredText('Company Name', LONGEST.line),
  firstName: requiredText('First Name', LONGEST.name),
  lastName: requiredText('Last Name', LONGEST.name),
  email: emailText(),
  acceptedTerms: ticked('You must accept the terms and privacy policy'),
};

/** POST /api/contact */
export const contactSchema = z.strictObject({
  questionType: z.enum(QUESTION_TYPES, 'Please select a question type'),
  ...senderFields,
  subject: requiredText('Subject', LONGEST.line),
  message: requiredMessage('Message', LONGEST.message),
});

export type ContactMessage = z.infer<typeof contactSchema>;
