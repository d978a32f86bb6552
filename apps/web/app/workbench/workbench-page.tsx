import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { LoggedInGuard } from '../accounts/logged-in-guard.tsx';
import type { PageHandle } from '../root.tsx';
import monoCore from '../fonts/jetbrains-mono-core.woff2?url';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/workbench-page.ts';
import { ChoiceStrip } from './choices/choice-strip.tsx';
import { LiveContext } from './live/scrub.tsx';
import { useLive } from './live/use-live.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { placeOf, type OpenDialog } from './dialogs/open-dialog.ts';
import { keepTab, keptTab } from './panes/kept-side.ts';
import { Panes } from './panes/panes.tsx';
import type { SideTab } from './panes/side-pane.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useWorkbench } from './use-workbench.ts';
import styles from './workbench-page.module.css';

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
      <Workbench />
    </LoggedInGuard>
  );
}

function Workbench() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [tab, setTab] = useState(keptTab);
  const onTab = (next: SideTab): void => {
    setTab(next);
    keepTab(next);
  };
  /** The SFR button was pressed and its view is still to be shown. */
  const [isSfrWanted, setIsSfrWanted] = useState(false);
  const { workbench, onAction, onUndoNew, onChange, onSpectrum } = useWorkbench(
    dialog === undefined,
    () => {
      onTab('measure');
      setIsSfrWanted(true);
    },
  );
  const { recipe, run, features } = workbench;
  const live = useLive(recipe, run);
  const hasTabs = features.includes('measure') || features.includes('sfr');
  /** Goes to the field: opens its dialog, or moves the focus to its list. */
  const onField = (field: string): void => {
    const place = placeOf(field, recipe);
    if (place && 'dialog' in place) setDialog(place.dialog);
    else if (place) document.querySelector<HTMLElement>(`select[name="${place.list}"]`)?.focus();
  };
  return (
    <div className={styles.workbench}>
      <Sidebar features={features} />
      <main className={styles.main}>
        <VisuallyHidden component="h1">System Optimization</VisuallyHidden>
        <Toolbar workbench={workbench} onAction={onAction} />
        <ChoiceStrip
          recipe={recipe}
          features={workbench.features}
          onChoose={(choice, label) => onChange({ type: 'chosen', choice, label })}
          onTool={({ opens }) => {
            if (opens === 'spectrum') onSpectrum();
            else setDialog({ name: opens });
          }}
        />
        <Panes
          key={String(hasTabs)}
          recipe={recipe}
          run={run}
          live={features.includes('live') ? live : undefined}
          tab={hasTabs ? tab : undefined}
          onTab={onTab}
          isSfrWanted={isSfrWanted}
          onSfrShown={() => setIsSfrWanted(false)}
          onField={onField}
          onUndoNew={onUndoNew}
        />
      </main>
      {dialog && (
        <LiveContext value={live.isOn}>
          <Dialogs
            open={dialog}
            recipe={recipe}
            features={features}
            onChange={onChange}
            onClose={() => setDialog(undefined)}
          />
        </LiveContext>
      )}
    </div>
  );
}
