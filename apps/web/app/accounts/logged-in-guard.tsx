import { siteMessages } from '@lumenloom/contract';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { recipeLinkIn } from './recipe-link.ts';
import { readSession } from './session.ts';

const neverChanges = (): (() => void) => () => undefined;

/** Shows its children to people who are logged in; others get an alert and are redirected to /login. The prerendered page shows no content. */
export function LoggedInGuard({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const isLoggedIn = useSyncExternalStore(
    neverChanges,
    () => readSession().isLoggedIn,
    () => undefined,
  );
  useEffect(() => {
    if (isLoggedIn !== false) return;
    window.alert(siteMessages.loginRequired);
    void navigate({ pathname: '/login', hash: recipeLinkIn(hash) }, { replace: true });
  }, [isLoggedIn, navigate, hash]);
  return isLoggedIn ? children : <p role="status">Loading...</p>;
}
