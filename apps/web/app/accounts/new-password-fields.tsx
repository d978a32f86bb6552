import { PasswordField } from '../ui/field/field.tsx';
import type { FieldBinding } from '../ui/field/use-site-form.ts';

interface NewPasswordFieldsProps {
  readonly label: 'Password' | 'New password';
  readonly email: string;
  /** Minimum number of characters. */
  readonly shortest: number;
  readonly field: (
    name: 'password' | 'confirmPassword',
    options?: { readonly deps: ['confirmPassword'] },
  ) => FieldBinding;
}

/** A new password and its confirmation. */
export function NewPasswordFields({ label, email, shortest, field }: NewPasswordFieldsProps) {
  return (
    <>
      {/* Password managers store the new password under this address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={label}
        hint={`At least ${shortest} characters, among them a lowercase and an uppercase letter, a number and one of @$!%*?&#`}
        autoComplete="new-password"
        autoFocus
        errorLines={2}
        {...field('password', { deps: ['confirmPassword'] })}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </>
  );
}
