import { TextField } from '../ui/field/field.tsx';
import type { FieldBinding } from '../ui/field/use-site-form.ts';

/** Field for a mailed code, which browsers and phones can fill in. */
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
