// All dialogs need this style; they are loaded when they are opened.
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import './kit/fields/controls.css';

import { useLocation } from 'react-router';
import { LoggedInGuard } from '../accounts/logged-in-guard.tsx';
import type { PageHandle } from '../root.tsx';
import monoCore from '../fonts/jetbrains-mono-core.woff2?url';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/workbench-page.ts';
import { features } from './features.ts';
import { WORKSPACES, workspaceAt } from './model/workspaces.ts';
import { WorkbenchShell } from './shell/workbench-shell.tsx';

export const handle: PageHandle = { surround: 'dark' };

const SYSTEM = WORKSPACES[0];

export const meta: Route.MetaFunction = ({ location }) => {
  const { address, label } = workspaceAt(location.pathname) ?? SYSTEM;
  return pageMeta({
    path: address,
    title: label,
    description:
      'Choose light, scene, optics and sensor, run the simulation, and watch its log and its picture arrive.',
    isUnlisted: true,
  })();
};

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: monoCore, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** The answer to an address under the workbench that no workspace has. */
const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: undefined };

export default function WorkbenchPage() {
  const { pathname } = useLocation();
  // oxlint-disable-next-line typescript/only-throw-error -- what the router's error screen reads
  if (!workspaceAt(pathname)) throw NOT_FOUND;
  return (
    <LoggedInGuard>
      <WorkbenchShell features={features} />
    </LoggedInGuard>
  );
}
