import { loginSchema } from '@lumenloom/contract';
import { useNavigate } from 'react-router';
import { login } from '../../api/accounts.ts';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import { storeSession } from '../session.ts';
import type { StepProps } from '../step.ts';
import { useWayBack } from '../way-back.ts';

/** Login, step 2: the password. */
export function PasswordStep({ email, tell }: Omit<StepProps, 'onDone'>) {
  const navigate = useNavigate();
  const wayBack = useWayBack() ?? '/';
  const form = useSiteForm({
    schema: loginSchema,
    defaultValues: { email },
    tell,
    send: async (values) => {
      storeSession({ email: values.email, ...(await login(values)) });
      return { next: () => void navigate(wayBack) };
    },
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
