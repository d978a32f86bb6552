import { useReadable } from '../../model/store.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import styles from './person.module.css';
import { useStoredText } from './use-stored-text.ts';

/**
 * Name and plan of the person who is logged in. It ignores the pointer, unless a feature
 * stands round it.
 */
export function Person({ features }: Pick<Workbench, 'features'>) {
  const [Surround] = allOf(useReadable(features), 'Person');
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
        <span className={styles.name}>
          {firstName || (Surround && <span className="unseen">Account</span>)}
        </span>
        <span className={styles.plan}>{plan}</span>
      </span>
    </>
  );
  return (
    <footer className={styles.footer} data-reachable={Surround !== undefined || undefined}>
      {Surround ? (
        <Surround className={`${styles.person} ${styles.pressable}`}>{content}</Surround>
      ) : (
        <div className={styles.person}>{content}</div>
      )}
    </footer>
  );
}
