import { signupEmailSchema } from '@lumenloom/contract';
import { requireNew } from '../../api/accounts.ts';
import { TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';

interface EmailStepProps extends Omit<StepProps, 'onDone'> {
  readonly autoFocus: boolean;
  readonly onDone: (email: string) => void;
}

/** Sign-up, step 1: an address without an account. */
export function EmailStep({ email, autoFocus, tell, onDone }: EmailStepProps) {
  const form = useSiteForm({
    schema: signupEmailSchema,
    ...(email !== '' && { defaultValues: { email } }),
    tell,
    isQuiet: true,
    send: async (values) => {
      await requireNew(values);
      return { next: () => onDone(values.email) };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Continue">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={autoFocus}
        {...form.field('email')}
      />
    </SiteForm>
  );
}
