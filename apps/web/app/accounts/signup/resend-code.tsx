import { siteMessages } from '@lumenloom/contract';
import { z } from 'zod';
import { useSiteForm } from '../../ui/field/use-site-form.ts';
import type { StepProps } from '../step.ts';
import { requestCode } from './new-account.ts';

const nothing = z.object({});

/** Button that requests another code, in case the mail did not arrive. */
export function ResendCode({ email, tell }: Omit<StepProps, 'onDone'>) {
  const { onSubmit, isSubmitting } = useSiteForm({
    schema: nothing,
    tell,
    send: async () => {
      await requestCode(email);
      return { says: siteMessages.codeSent };
    },
  });
  return (
    <form method="dialog" onSubmit={onSubmit}>
      <button type="submit" disabled={isSubmitting}>
        Send a new code
      </button>
    </form>
  );
}
