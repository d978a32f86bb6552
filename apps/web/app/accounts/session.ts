import { sendLogout } from '../api/logout.ts';
import { forgetKept, holdFor } from './kept-work.ts';

/**
 * The login as stored in this browser, for display and for page guards only: the server relies on
 * its own session cookie.
 */
export interface Session {
  readonly isLoggedIn: boolean;
  readonly email: string;
  readonly firstName: string;
  readonly plan: string;
}

/** Local storage, or undefined where the browser denies it. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * The stored session; empty when nobody is logged in or storage is not available. Not for use while
 * prerendering.
 */
export function readSession(): Session {
  const text = (key: string): string => storage()?.getItem(key) ?? '';
  return {
    isLoggedIn: text('isLoggedIn') === 'true',
    email: text('userEmail'),
    firstName: text('userFirstName'),
    plan: text('userPlan'),
  };
}

/** Stores a login and dispatches a 'login' event on the window. */
export function storeSession({ email, firstName, plan }: Omit<Session, 'isLoggedIn'>): void {
  // Work that another person left in this browser is not shown to this one. Logout has forgotten
  // what was left without an address.
  const before = readSession().email;
  if (before !== '' && before.toLowerCase() !== email.toLowerCase()) forgetKept();
  holdFor(email);
  try {
    for (const [key, value] of Object.entries({
      isLoggedIn: 'true',
      userEmail: email,
      userFirstName: firstName,
      userPlan: plan,
    }))
      storage()?.setItem(key, value);
  } catch (error) {
    console.warn('session:', error);
  }
  window.dispatchEvent(new Event('login'));
}

/** Clears the stored session and tells the server, without waiting for the response. */
export function logout(): void {
  const { email } = readSession();
  storage()?.clear();
  forgetKept();
  sendLogout({ email });
}
