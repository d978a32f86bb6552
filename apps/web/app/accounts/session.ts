import { sendLogout } from '../api/logout.ts';

/** What this browser remembers of a login. For display and for the guard of pages only: the server trusts none of it. */
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

/** The stored session; empty where nobody is logged in or nothing can be stored. Only for the browser, so not while prerendering. */
export function readSession(): Session {
  const text = (key: string): string => storage()?.getItem(key) ?? '';
  return {
    isLoggedIn: text('isLoggedIn') === 'true',
    email: text('userEmail'),
    firstName: text('userFirstName'),
    plan: text('userPlan'),
  };
}

/** Remembers a login and tells the page about it with a 'login' event on the window. */
export function storeSession({ email, firstName, plan }: Omit<Session, 'isLoggedIn'>): void {
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

/** Forgets the session at once and tells the server; whatever becomes of that call changes nothing here. */
export function logout(): void {
  const { email } = readSession();
  storage()?.clear();
  sendLogout({ email });
}
