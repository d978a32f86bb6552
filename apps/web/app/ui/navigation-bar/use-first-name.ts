import { useSyncExternalStore } from 'react';
import * as session from '../../accounts/session.ts';

/** Read from storage when the bar loads, and again after a login or logout. */
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

/** First name of the person who is logged in, '' for a visitor. */
export const useFirstName = (): string =>
  useSyncExternalStore(
    subscribe,
    () => firstName,
    () => '',
  );

/** Logs out and updates the bar. */
export function logout(): void {
  session.logout();
  read();
}
