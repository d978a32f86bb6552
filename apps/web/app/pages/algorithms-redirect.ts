import { replace } from 'react-router';

/** The address that one reading of the drawer's last research item gives it (ruling A6). */
export const clientLoader = (): Response => replace('/qpu');

/** Never drawn: the page it leads to is. */
export default function AlgorithmsRedirect(): null {
  return null;
}
