import { replace } from 'react-router';

/**
 * /algorithms is the second reading of the last research item of the drawer; it leads to /qpu
 * (docs/reference/protocol.md#a6).
 */
export const clientLoader = (): Response => replace('/qpu');

/** A route needs a component; the redirect happens before it renders. */
export default function AlgorithmsRedirect(): null {
  return null;
}
