import { siteMessages, verifyCodeSchema } from '@lumenloom/contract';
import { verifyCode } from '../../api/accounts.ts';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import { CodeField } from '../code-field.tsx';
import type { StepProps } from '../step.ts';

/** Login, step 4: the code from the mail. */
export function VerifyCodeStep({ email, tell, onDone }: StepProps) {
  const form = useSiteForm({
    schema: verifyCodeSchema,
    defaultValues: { email },
    tell,
    send: async (values) => {
      await verifyCode(values, {
        refused: (sent = siteMessages.resetVerifyFailed) => sent,
        unreachable: siteMessages.resetUnreachable,
      });
      return { next: onDone };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Verify code">
      <CodeField email={email} {...form.field('code')} />
    </SiteForm>
  );
}
