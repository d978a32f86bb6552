import { CheckField } from './field.tsx';
import type { FieldBinding } from './use-site-form.ts';

/** Agreement to the legal pages, which open beside the form so that nothing typed is lost. */
export function TermsField(props: FieldBinding) {
  return (
    <CheckField
      label={
        <>
          I agree to the{' '}
          <a href="/terms" target="_blank" rel="noopener">
            Terms of Use
          </a>{' '}
          and the{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            Privacy Policy
          </a>
        </>
      }
      errorLines={2}
      {...props}
    />
  );
}
