import { data } from 'react-router';

/**
 * Any address without a page. The 404 is thrown by the loader and not by the router's matching, so
 * that React hydrates the fallback page that the server sends, 'Loading...', before the error
 * screen replaces it.
 */
export const clientLoader = (): never => {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say 404
  throw data('Page not found', { status: 404 });
};

/** A route needs a component; the error screen is rendered instead. */
export default function UnknownAddress(): null {
  return null;
}
