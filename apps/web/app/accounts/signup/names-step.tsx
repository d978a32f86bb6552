import { signupNamesSchema, siteMessages } from '@lumenloom/contract';
import { TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { TermsField } from '../../ui/field/terms-field.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';
import { createAccount, type NewAccount } from './new-account.ts';

interface NamesStepProps extends Omit<StepProps, 'email'> {
  readonly account: NewAccount;
}

/** Sign-up, step 4: name and agreement to the terms. */
export function NamesStep({ account, tell, onDone }: NamesStepProps) {
  const form = useSiteForm({
    schema: signupNamesSchema,
    tell,
    send: async (names) => {
      await createAccount(account, names);
      return { says: siteMessages.signedUp, next: onDone };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Sign Up">
      <TextField
        label="First name"
        autoComplete="given-name"
        autoFocus
        {...form.field('firstName')}
      />
      <TextField label="Last name" autoComplete="family-name" {...form.field('lastName')} />
      <TermsField {...form.field('agreeTerms')} />
    </SiteForm>
  );
}
