import { useSyncExternalStore } from 'react';
import * as session from '../../accounts/session.ts';

/** As storage had it when the bar loaded, and after a login or logout since. */
let firstName = '';
let tell: () => void = () => undefined;

function read(): void {
  firstName = session.readSession().firstName;
  tell();
}

function subscribe(notify: () => void): () => void {
  tell = notify;
  read();
  window.addEventListener('login', read);
  return () => {
    window.removeEventListener('login', read);
  };
}

/** First name of who is logged in, '' for a visitor. Storage is read once, when the bar loads. */
export const useFirstName = (): string =>
  useSyncExternalStore(
    subscribe,
    () => firstName,
    () => '',
  );

/** Ends the session, and the bar's too. */
export function logout(): void {
  session.logout();
  read();
}
