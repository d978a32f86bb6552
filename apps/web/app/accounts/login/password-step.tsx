import { loginSchema } from '@lumenloom/contract';
import { useLocation, useNavigate } from 'react-router';
import { login } from '../../api/login.ts';
import { PasswordField, TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import { recipeLinkIn } from '../recipe-link.ts';
import { storeSession } from '../session.ts';
import type { StepProps } from '../step.ts';

/** Login, step 2: the password. */
export function PasswordStep({ email, tell }: Omit<StepProps, 'onDone'>) {
  const navigate = useNavigate();
  const link = recipeLinkIn(useLocation().hash);
  const form = useSiteForm({
    schema: loginSchema,
    defaultValues: { email },
    tell,
    send: async (values) => {
      storeSession({ email: values.email, ...(await login(values)) });
      return { next: () => void navigate(link === '' ? '/' : `/simulate${link}`) };
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
