import { SHORTEST_PASSWORD, signupPasswordSchema, siteMessages } from '@lumenloom/contract';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import { NewPasswordFields } from '../new-password-fields.tsx';
import type { StepProps } from '../step.ts';
import { requestCode } from './new-account.ts';

interface PasswordStepProps extends Omit<StepProps, 'onDone'> {
  readonly onDone: (password: string) => void;
}

/** Sign-up, step 2: the password; then a code is mailed. */
export function PasswordStep({ email, tell, onDone }: PasswordStepProps) {
  const form = useSiteForm({
    schema: signupPasswordSchema,
    tell,
    send: async ({ password }) => {
      await requestCode(email);
      return { says: siteMessages.codeSent, next: () => onDone(password) };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Continue">
      <NewPasswordFields
        label="Password"
        email={email}
        shortest={SHORTEST_PASSWORD.signup}
        field={form.field}
      />
    </SiteForm>
  );
}
