import { loginSchema } from '@lumenloom/contract';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';
import { useLogin } from './use-login.ts';

/** Login, step 2: the password. */
export function PasswordStep({ email, tell }: Omit<StepProps, 'onDone'>) {
  const logIn = useLogin();
  const form = useSiteForm({
    schema: loginSchema,
    defaultValues: { email },
    tell,
    send: logIn,
  });
  return (
    <SiteForm form={form} submitLabel="Login">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly
        {...form.field('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        {...form.field('password')}
      />
    </SiteForm>
  );
}
