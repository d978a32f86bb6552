import { sendToSite } from './request.ts';

/**
 * POST /api/logout with `keepalive`, so that it is sent even if the page is left; the response is
 * not read (docs/reference/protocol.md#a12).
 */
export function sendLogout(body: { readonly email: string }): void {
  sendToSite('/logout', body, { keepalive: true }).catch((error: unknown) =>
    console.warn('logout:', error),
  );
}
