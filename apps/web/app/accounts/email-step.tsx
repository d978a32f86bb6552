import type { z } from 'zod';
import { TextField } from '../ui/field/field.tsx';
import { SiteForm } from '../ui/field/site-form.tsx';
import { useSiteForm } from '../ui/field/use-site-form.ts';
import type { StepProps } from './step.ts';

interface Address {
  readonly email: string;
}

interface EmailStepProps extends Omit<StepProps, 'onDone'> {
  readonly schema: z.ZodType<Address, Address>;
  readonly autoFocus: boolean;
  /** Asks the server about the address, and rejects where it cannot be taken. */
  readonly check?: (address: Address) => Promise<unknown>;
  readonly onDone: (email: string) => void;
}

/** Step 1 of login and sign-up: the email address. */
export function EmailStep({ email, schema, autoFocus, tell, check, onDone }: EmailStepProps) {
  const form = useSiteForm({
    schema,
    ...(email !== '' && { defaultValues: { email } }),
    tell,
    isQuiet: check !== undefined,
    send: async (values) => {
      await check?.(values);
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
