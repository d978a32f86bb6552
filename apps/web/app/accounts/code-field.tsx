import { TextField } from '../ui/field/field.tsx';
import type { FieldBinding } from '../ui/field/use-site-form.ts';

/** A code that was mailed; browsers and phones may fill it in. */
export function CodeField({ email, ...binding }: FieldBinding & { readonly email: string }) {
  return (
    <TextField
      label="Verification code"
      hint={`From the message to ${email}`}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      {...binding}
    />
  );
}
