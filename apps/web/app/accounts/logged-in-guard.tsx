import { siteMessages } from '@lumenloom/contract';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readSession } from './session.ts';
import { WORKBENCH, withWayBack } from './way-back.ts';

const neverChanges = (): (() => void) => () => undefined;

/**
 * Shows its children to people who are logged in; others get an alert and are redirected to /login.
 * Login leads back to the page, also to a link with a recipe; from the workbench without a recipe
 * it leads to the home page, as specified. The prerendered page shows no content.
 */
export function LoggedInGuard({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const place = pathname + search + hash;
  const [hasEntered, setHasEntered] = useState(false);
  const isLoggedIn = useSyncExternalStore(
    neverChanges,
    // A logout in another tab takes nothing away that is open here: the server refuses.
    () => hasEntered || readSession().isLoggedIn,
    () => undefined,
  );
  if (isLoggedIn && !hasEntered) setHasEntered(true);
  useEffect(() => {
    if (isLoggedIn !== false) return;
    window.alert(siteMessages.loginRequired);
    const next = place === WORKBENCH ? undefined : place;
    void navigate(withWayBack('/login', next), { replace: true });
  }, [isLoggedIn, navigate, place]);
  return isLoggedIn ? children : <p role="status">Loading...</p>;
}
