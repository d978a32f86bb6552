import { data } from 'react-router';

/**
 * Any address that is no page. It fails while loading and not while matching, so that the page which the server
 * sends for it, 'Loading...', is still what React finds when it takes over.
 */
export const clientLoader = (): never => {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's way to say 404
  throw data('Page not found', { status: 404 });
};

/** Never drawn: the error screen is. */
export default function UnknownAddress(): null {
  return null;
}
