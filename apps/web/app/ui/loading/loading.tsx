import { useNavigation } from 'react-router';
import styles from './loading.module.css';

/** While the next page is on its way: said at the top of the one that is still there. */
export function Loading() {
  return (
    useNavigation().state === 'loading' && (
      <p role="status" className={styles.loading}>
        Loading...
      </p>
    )
  );
}
