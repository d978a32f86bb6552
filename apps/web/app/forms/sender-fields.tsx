import { TextField } from '../ui/field/field.tsx';
import type { FieldBinding } from '../ui/field/use-site-form.ts';

type NameOfSender = 'companyName' | 'firstName' | 'lastName' | 'email';

/** Fields about the sender, common to the contact and sales forms. */
export function SenderFields({ field }: { readonly field: (name: NameOfSender) => FieldBinding }) {
  return (
    <>
      <TextField label="Company name" autoComplete="organization" {...field('companyName')} />
      <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
    </>
  );
}
