import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { apiTokenRoutes } from './api-token-routes.ts';
import { checkEmailRoute } from './check-email-route.ts';
import { BROWSER_LIFE_MS, TICKET_LIFE_MS, type VerificationCookies } from '../accounts/codes.ts';
import { loginRoute } from './login-route.ts';
import { logoutRoute } from './logout-route.ts';
import { preferencesRoute } from './preferences-route.ts';
import { resetPasswordRoute } from './reset-password-route.ts';
import { sendCodeRoute } from './send-code-route.ts';
import { signupRoute } from './signup-route.ts';
import { tokenCookie } from '../accounts/tokens.ts';
import { verifyCodeRoute } from './verify-code-route.ts';

/** Sign-up, login, logout, password reset, API tokens and preferences. */
export async function accounts(app: FastifyInstance, config: Config): Promise<void> {
  const cookies: VerificationCookies = {
    browser: tokenCookie('browser', BROWSER_LIFE_MS, config),
    ticket: tokenCookie('verified', TICKET_LIFE_MS, config),
  };
  checkEmailRoute(app, config);
  sendCodeRoute(app, config, cookies);
  verifyCodeRoute(app, config, cookies);
  signupRoute(app, config, cookies);
  await loginRoute(app, config);
  logoutRoute(app);
  resetPasswordRoute(app, config, cookies);
  apiTokenRoutes(app, config);
  preferencesRoute(app, config);
}
