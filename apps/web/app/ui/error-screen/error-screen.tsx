import { isRouteErrorResponse, Link } from 'react-router';
import { Mark } from '../mark/mark.tsx';
import styles from './error-screen.module.css';

function sentenceOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return error.status === 404 ? 'Page not found' : error.statusText;
  return error instanceof Error ? error.message : 'Something went wrong on this page.';
}

/** Unknown addresses, errors while drawing, and parts of the site that did not load. */
export function ErrorScreen({ error }: { readonly error: unknown }) {
  return (
    <main className={styles.screen}>
      <title>Unexpected Application Error!</title>
      <Mark size={48} />
      <h1>Unexpected Application Error!</h1>
      <p>{sentenceOf(error)}</p>
      <Link to="/">Back to the home page</Link>
    </main>
  );
}
