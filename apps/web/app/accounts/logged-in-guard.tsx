import { siteMessages } from '@lumenloom/contract';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { readSession } from './session.ts';

const neverChanges = (): (() => void) => () => undefined;

/** Lets only those in who have logged in; the others are told, and sent to the login in place of this page. Prerendered, it shows nobody anything. */
export function LoggedInGuard({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const isLoggedIn = useSyncExternalStore(
    neverChanges,
    () => readSession().isLoggedIn,
    () => undefined,
  );
  useEffect(() => {
    if (isLoggedIn !== false) return;
    window.alert(siteMessages.loginRequired);
    void navigate('/login', { replace: true });
  }, [isLoggedIn, navigate]);
  return isLoggedIn ? children : <p role="status">Loading...</p>;
}
