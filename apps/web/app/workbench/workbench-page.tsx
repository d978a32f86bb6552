// Of all dialogs, which are loaded when they are opened.
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';

import { LoggedInGuard } from '../accounts/logged-in-guard.tsx';
import type { PageHandle } from '../root.tsx';
import monoCore from '../fonts/jetbrains-mono-core.woff2?url';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/workbench-page.ts';
import { features } from './features.ts';
import { WorkbenchShell } from './shell/workbench-shell.tsx';

export const handle: PageHandle = { surround: 'dark' };

export const meta = pageMeta({
  path: '/simulate',
  title: 'System Optimization',
  description:
    'Choose light, scene, optics and sensor, run the simulation, and watch its log and its picture arrive.',
  isUnlisted: true,
});

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: monoCore, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

export default function WorkbenchPage() {
  return (
    <LoggedInGuard>
      <WorkbenchShell features={features} />
    </LoggedInGuard>
  );
}
