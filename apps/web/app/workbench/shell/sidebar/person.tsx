import type { WorkbenchFeature } from '@lumenloom/contract';
import { lazy, Suspense } from 'react';
import styles from './person.module.css';
import { useStoredText } from './use-stored-text.ts';

const PlanPopup = lazy(() => import('../../features/plan-popup/plan-popup.tsx'));

/**
 * Name and plan of the person who is logged in. It ignores the pointer, unless the operator has
 * switched the plan chooser on.
 */
export function Person({ features }: { readonly features: readonly WorkbenchFeature[] }) {
  const firstName = useStoredText('userFirstName');
  const plan = useStoredText('userPlan');
  const initial = Array.from(firstName.trim())[0]?.toUpperCase() ?? '';
  const content = (
    <>
      {initial && (
        <span className={styles.initial} aria-hidden>
          {initial}
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name}>{firstName}</span>
        <span className={styles.plan}>{plan}</span>
      </span>
    </>
  );
  const isReachable = features.includes('plan-popup');
  const inert = <div className={styles.person}>{content}</div>;
  return (
    <footer className={styles.footer} data-reachable={isReachable || undefined}>
      {isReachable ? (
        <Suspense fallback={inert}>
          <PlanPopup className={`${styles.person} ${styles.pressable}`}>{content}</PlanPopup>
        </Suspense>
      ) : (
        inert
      )}
    </footer>
  );
}
