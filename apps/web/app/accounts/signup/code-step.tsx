import { signupCodeSchema, siteMessages } from '@lumenloom/contract';
import { verifyCode } from '../../api/accounts.ts';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import { CodeField } from '../code-field.tsx';
import type { StepProps } from '../step.ts';

/** Sign-up, step 3: the code from the mail. */
export function CodeStep({ email, tell, onDone }: StepProps) {
  const form = useSiteForm({
    schema: signupCodeSchema,
    tell,
    send: async ({ code }) => {
      await verifyCode(
        { email, code },
        {
          refused: (sent = siteMessages.verifyFailed) => sent,
          unreachable: siteMessages.verifyUnreachable,
        },
      );
      return { says: siteMessages.emailVerified, next: onDone };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Verify email">
      <CodeField email={email} {...form.field('code')} />
    </SiteForm>
  );
}
