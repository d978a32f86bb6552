import { sendToSite } from './request.ts';

/** POST /api/logout. Outlives the page; its answer is not read (ruling A12). */
export function sendLogout(body: { readonly email: string }): void {
  sendToSite('/logout', body, { keepalive: true }).catch((error: unknown) =>
    console.warn('logout:', error),
  );
}
