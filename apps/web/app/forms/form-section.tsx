import type { ReactNode } from 'react';
import { Card } from '../ui/card-page/card.tsx';
import { PageSection } from '../ui/page/page-section.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import styles from './form-section.module.css';

interface FormSectionProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Help for filling in the form: under the lead, on narrow screens under the form. */
  readonly help: ReactNode;
  readonly children: ReactNode;
}

/** A page with a form: title and lead on one side, the form in a card on the other. */
export function FormSection({ title, lead, help, children }: FormSectionProps) {
  return (
    <PageSection surface="mist">
      <div className={styles.columns}>
        <PageTitle title={title} lead={lead} />
        <div className={styles.form}>
          <Card>{children}</Card>
        </div>
        <div className={styles.help}>{help}</div>
      </div>
    </PageSection>
  );
}
