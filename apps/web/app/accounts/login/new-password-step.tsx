import { newPasswordSchema, SHORTEST_PASSWORD, siteMessages } from '@lumenloom/contract';
import { resetPassword } from '../../api/accounts.ts';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import { NewPasswordFields } from '../new-password-fields.tsx';
import type { StepProps } from '../step.ts';

/** Login, step 5: the new password. */
export function NewPasswordStep({ email, tell, onDone }: StepProps) {
  const form = useSiteForm({
    schema: newPasswordSchema,
    tell,
    send: async ({ password }) => {
      await resetPassword({ email, password });
      return { says: siteMessages.passwordReset, next: onDone };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Reset password">
      <NewPasswordFields
        label="New password"
        email={email}
        shortest={SHORTEST_PASSWORD.reset}
        field={form.field}
      />
    </SiteForm>
  );
}
