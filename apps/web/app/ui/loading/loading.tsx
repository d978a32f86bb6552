import { useNavigation } from 'react-router';
import styles from './loading.module.css';

/** Shown at the top of the current page while the next one loads. */
export function Loading() {
  return (
    useNavigation().state === 'loading' && (
      <p role="status" className={styles.loading}>
        Loading...
      </p>
    )
  );
}
