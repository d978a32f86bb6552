import { CheckField } from './field.tsx';
import type { FieldBinding } from './use-site-form.ts';

/**
 * Check box for the legal pages; their links open in a new tab so that the form keeps its values.
 */
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
