import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { siteConfig } from '../../site-config.ts';
import styles from './site-form.module.css';
import type { Notice, useSiteForm } from './use-site-form.ts';

interface SiteFormProps {
  readonly form: Pick<ReturnType<typeof useSiteForm>, 'onSubmit' | 'isSubmitting'>;
  readonly submitLabel: string;
  readonly children: ReactNode;
}

/** A form with its fields and its submit button. */
export function SiteForm({
  form: { onSubmit, isSubmitting },
  submitLabel,
  children,
}: SiteFormProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { current } = button;
    if (!isSubmitting) return undefined;
    // A button that becomes disabled loses the focus.
    return () => {
      if (document.activeElement === document.body) current?.focus();
    };
  }, [isSubmitting]);
  return (
    <form
      className={styles.form}
      noValidate
      // The browser itself sends nothing: scripts do. A press before they have come is held
      // (held-presses.js).
      method="dialog"
      aria-busy={isSubmitting}
      onSubmit={onSubmit}
    >
      {children}
      <Button
        ref={button}
        className={styles.submit}
        type="submit"
        size="md"
        disabled={isSubmitting}
      >
        {submitLabel}
      </Button>
      <noscript>
        This form needs JavaScript. You can also write to {siteConfig.company.email}.
      </noscript>
    </form>
  );
}

/**
 * Outcome of sending the form. The element exists before it has a text, because screen readers
 * announce only changes of a live region.
 */
export function FormNotice({ notice }: { readonly notice: Notice | undefined }) {
  return (
    <p role="status" className={styles.notice} data-failure={notice?.isFailure}>
      {notice && <span>{notice.text}</span>}
      {notice?.reason !== undefined && <span> {notice.reason}</span>}
    </p>
  );
}
