import { siteMessages } from '@lumenloom/contract';
import { isRouteErrorResponse } from 'react-router';
import { Mark } from '../mark/mark.tsx';
import styles from './error-screen.module.css';

function sentenceOf(error: unknown): string {
  if (isRouteErrorResponse(error))
    return error.status === 404 ? 'Page not found' : error.statusText;
  return error instanceof Error ? error.message : 'Something went wrong on this page.';
}

/** Unknown addresses, errors while drawing, and parts of the site that did not load. */
export function ErrorScreen({ error }: { readonly error: unknown }) {
  const isWorthAnotherTry = error instanceof Error;
  return (
    <main className={styles.screen}>
      <title>{siteMessages.unexpectedError}</title>
      <Mark size={48} />
      <h1>{siteMessages.unexpectedError}</h1>
      <p>{sentenceOf(error)}</p>
      <div className={styles.ways}>
        {isWorthAnotherTry && (
          <button
            type="button"
            onClick={() => {
              window.location.reload();
            }}
          >
            Load the page again
          </button>
        )}
        {/* A whole new document: what failed may be a part of the site that a newer one has replaced. */}
        <a href="/">Back to the home page</a>
      </div>
    </main>
  );
}
