import { z } from 'zod';
import { emailText, passwordText, SHORTEST_PASSWORD } from '../text-fields.ts';

const password = passwordText(SHORTEST_PASSWORD.reset, {
  required: 'Password is required',
  lowercase: 'Password must contain at least one lowercase letter',
  uppercase: 'Password must contain at least one uppercase letter',
  number: 'Password must contain at least one number',
  special: 'Password must contain at least one special character',
});

/** POST /api/reset-password */
export const resetPasswordSchema = z.strictObject({ email: emailText(), password });

/** The last step of the reset form. */
export const newPasswordSchema = z
  .object({
    password,
    confirmPassword: z
      .string('Confirm password is required')
      .min(1, 'Confirm password is required'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords must match',
    when: hasBoth,
  });

/** Two passwords are compared as soon as both are there, whatever else is wrong with them. */
export function hasBoth({ value }: z.core.ParsePayload): boolean {
  const { password: first, confirmPassword: second } = value as {
    readonly password?: unknown;
    readonly confirmPassword?: unknown;
  };
  return typeof first === 'string' && typeof second === 'string' && second !== '';
}
