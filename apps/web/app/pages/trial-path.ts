import { readSession } from '../accounts/session.ts';

/** Up to this width, px, the trial is not offered: the workbench needs a desktop. */
const WIDEST_PHONE = 768;

/** Where the trial begins for this visitor. */
export const trialPath = (): string => (readSession().isLoggedIn ? '/simulate' : '/login');

/**
 * The same from the home page, which visitors also open on phones; the width counts at the moment
 * of the click.
 */
export const trialPathFromHome = (): string =>
  window.innerWidth <= WIDEST_PHONE ? '/desktop-info' : trialPath();
