// First: zod looks whether it may compile when the first schema is made.
import '@lumenloom/contract/without-eval';
import './styles.css';

import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import type { Route } from './+types/root.ts';
import { useAliveMark } from './alive.ts';
import { loadAnalytics } from './analytics.ts';
import interCore from './fonts/inter-core.woff2?url';
import heldPresses from './held-presses.js?raw';
import { PUBLIC_URL } from './page-meta.ts';
import { cssVariables, theme } from './theme.ts';
import { ErrorScreen } from './ui/error-screen/error-screen.tsx';
import { Loading } from './ui/loading/loading.tsx';
import { whenIdle } from './when-idle.ts';

/** The `handle` export of a page: its colour scheme, light by default. */
export interface PageHandle {
  readonly surround?: 'dark';
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'preload', href: interCore, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

export function Layout({ children }: { readonly children: ReactNode }) {
  const isDark = useMatches().some(
    (match) => (match.handle as PageHandle | undefined)?.surround === 'dark',
  );
  const scheme = isDark ? 'dark' : 'light';
  return (
    // The fallback page is prerendered without an address, so its colour scheme may differ from the
    // scheme of the page that it becomes.
    <html
      lang="en"
      data-public-url={PUBLIC_URL}
      data-mantine-color-scheme={scheme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* First, so that it hears the first press. */}
        <script dangerouslySetInnerHTML={{ __html: heldPresses }} />
        <Meta />
        <Links />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          forceColorScheme={scheme}
        >
          {children}
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => whenIdle(() => void loadAnalytics()), []);
  useAliveMark();
  return (
    <>
      <Outlet />
      <Loading />
    </>
  );
}

export function HydrateFallback() {
  return <p role="status">Loading...</p>;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // It replaces App, and React resets the attributes of the root element when it does so.
  useAliveMark();
  return <ErrorScreen error={error} />;
}
