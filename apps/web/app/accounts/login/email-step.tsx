import { addressSchema } from '@lumenloom/contract';
import { TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';

interface EmailStepProps extends Omit<StepProps, 'onDone'> {
  readonly autoFocus: boolean;
  readonly onDone: (email: string) => void;
}

/** Login, step 1: the email address. Nothing is sent to the server. */
export function EmailStep({ email, autoFocus, tell, onDone }: EmailStepProps) {
  const form = useSiteForm({
    schema: addressSchema,
    ...(email !== '' && { defaultValues: { email } }),
    tell,
    send: async (values) => ({ next: () => onDone(values.email) }),
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
