import { siteMessages } from '@lumenloom/contract';
import { isRouteErrorResponse } from 'react-router';
import { Mark } from '../mark/mark.tsx';
import styles from './error-screen.module.css';

function sentenceOf(error: unknown): string {
  if (isRouteErrorResponse(error))
    return error.status === 404 ? 'Page not found' : error.statusText;
  return error instanceof Error ? error.message : 'Something went wrong on this page.';
}

/**
 * Shown for unknown addresses, for errors while rendering, and when a part of the site did not
 * load.
 */
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
        {/* A full page load: the part that failed may belong to an older version of the site that
            the server no longer has. */}
        <a href="/">Back to the home page</a>
      </div>
    </main>
  );
}
