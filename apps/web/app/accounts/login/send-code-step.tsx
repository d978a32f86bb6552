import { addressSchema, siteMessages } from '@lumenloom/contract';
import { sendCode } from '../../api/accounts.ts';
import { TextField } from '../../ui/field/field.tsx';
import { SiteForm } from '../../ui/field/site-form.tsx';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';

/** Login, step 3: a code is mailed to the address, to verify that it belongs to the person. */
export function SendCodeStep({ email, tell, onDone }: StepProps) {
  const form = useSiteForm({
    schema: addressSchema,
    defaultValues: { email },
    tell,
    isQuiet: true,
    send: async (values) => {
      await sendCode(values, {
        refused: (sent = siteMessages.resetCodeFailed) => sent,
        unreachable: siteMessages.resetCodeUnreachable,
      });
      return { says: siteMessages.resetCodeSent, next: onDone };
    },
  });
  return (
    <SiteForm form={form} submitLabel="Send reset code">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly
        autoFocus
        hint="We send a verification code to this address."
        {...form.field('email')}
      />
    </SiteForm>
  );
}
