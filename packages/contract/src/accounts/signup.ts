import { z } from 'zod';
import {
  emailText,
  LONGEST_TEXT,
  passwordText,
  requiredText,
  SHORTEST_PASSWORD,
  tickedSchema,
} from '../text-fields.ts';
import { hasBoth } from './reset-password.ts';

const password = passwordText(SHORTEST_PASSWORD.signup, {
  required: 'Password is required',
  lowercase: 'Must contain lowercase',
  uppercase: 'Must contain uppercase',
  number: 'Must contain a number',
  special: 'Must contain a special character',
});
const names = {
  firstName: requiredText('First name', LONGEST_TEXT.name, 'First name required'),
  lastName: requiredText('Last name', LONGEST_TEXT.name, 'Last name required'),
};

/**
 * POST /api/signup; the address must have been verified by this browser just before
 * (docs/reference/protocol.md#a14).
 */
export const signupSchema = z.strictObject({
  ...names,
  email: emailText('Invalid email'),
  password,
});

/** The steps of the sign-up form; its code step is `signupCodeSchema`. */
export const signupEmailSchema = z.object({ email: emailText('Invalid email') });
export const signupPasswordSchema = z
  .object({
    password,
    confirmPassword: z.string('Confirm your password').min(1, 'Confirm your password'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords must match',
    when: hasBoth,
  });
export const signupNamesSchema = z.object({
  ...names,
  agreeTerms: tickedSchema('You must agree to the Terms of Use and Privacy Policy.'),
});
