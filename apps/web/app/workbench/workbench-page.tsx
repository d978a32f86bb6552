// Of all dialogs, which are loaded when they are opened.
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';

import { VisuallyHidden } from '@mantine/core';
import type { WorkbenchFeature } from '@lumenloom/contract';
import { useState, type ComponentProps } from 'react';
import { LoggedInGuard } from '../accounts/logged-in-guard.tsx';
import type { PageHandle } from '../root.tsx';
import monoCore from '../fonts/jetbrains-mono-core.woff2?url';
import { pageMeta } from '../page-meta.ts';
import type { Route } from './+types/workbench-page.ts';
import { runAction } from './shell/actions/run.ts';
import type { Workbench as WorkbenchState } from './shell/actions/action.ts';
import { ChoiceStrip } from './shell/lists/choice-strip.tsx';
import { useOwnFiles } from './features/upload/use-own-files.tsx';
import { useLive } from './features/live/use-live.ts';
import { placeOf, type FieldPlace, type OpenDialog } from './shell/dialogs/open-dialog.ts';
import { keepTab, keptTab } from './shell/panes/kept-side.ts';
import { Panes } from './shell/panes/panes.tsx';
import { SIDE_TABS, type SideTab } from './shell/panes/side-pane.tsx';
import { inPart, lazyPart, Part } from './kit/part/part.tsx';
import { ProjectsOf, RecipeToolsOf } from './features/save/projects-of.tsx';
import type { Recipe } from './model/recipe/recipe.ts';
import { Sidebar } from './shell/sidebar/sidebar.tsx';
import { ChoosingFieldsContext, type ChoosingFields } from './kit/fields/choosing-fields.ts';
import { withFields } from './features/sweep/sweep-draft.ts';
import { sweepFields } from './features/sweep/sweep-fields.ts';
import { useSweep, type Sweeps } from './features/sweep/use-sweep.ts';
import { Toolbar } from './shell/toolbar/toolbar.tsx';
import { useWorkbench } from './shell/use-workbench.ts';
import styles from './workbench-page.module.css';

const LazyDialogs = lazyPart(async () => (await import('./shell/dialogs/dialogs.tsx')).Dialogs);
const Dialogs = (props: ComponentProps<typeof LazyDialogs>) => (
  <Part name="The dialog" onClose={props.isLive ? undefined : props.onClose}>
    <LazyDialogs {...props} />
  </Part>
);
const SidebarPart = inPart('The sidebar', Sidebar);
const ToolbarPart = inPart('The toolbar', Toolbar);
const ListsPart = inPart('The row of lists', ChoiceStrip);

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

/** Whether a deployment with these features has a tab; the log is always there. */
const hasTab: Readonly<Record<SideTab, (features: readonly WorkbenchFeature[]) => boolean>> = {
  log: () => true,
  measure: (features) => features.includes('measure') || features.includes('sfr'),
  params: (features) => features.includes('live'),
  pixel: (features) => features.includes('stages'),
  sweep: (features) => features.includes('sweep'),
};

/** A click on a label takes its fields into the draft of the sweep, or out of it. */
const choosingOf = (
  { recipe, features }: WorkbenchState,
  { draft, changeDraft }: Sweeps,
): ChoosingFields => ({
  isVaried: (path) => draft.fields.some((field) => field.path === path),
  onPaths: (paths) => {
    const fields = sweepFields(recipe, features).filter(({ path }) => paths.includes(path));
    if (fields.length > 0) changeDraft(withFields(draft, fields));
  },
});

/** The tab that was chosen last. */
function useSideTab() {
  const [tab, show] = useState(keptTab);
  /** The SFR button was pressed and its view is still to be shown. */
  const [isSfrWanted, setIsSfrWanted] = useState(false);
  /** Shows a tab, also the next time. */
  const onTab = (next: SideTab): void => {
    show(next);
    keepTab(next);
  };
  return {
    tab,
    show,
    onTab,
    isSfrWanted,
    showSfr: (): void => {
      onTab('measure');
      setIsSfrWanted(true);
    },
    onSfrShown: (): void => setIsSfrWanted(false),
  };
}

/** Goes to a field: opens its dialog, or moves the focus to its list. */
function goTo(place: FieldPlace | undefined, onDialog: (dialog: OpenDialog) => void): void {
  if (place && 'dialog' in place) onDialog(place.dialog);
  else if (place) document.querySelector<HTMLElement>(`select[name="${place.list}"]`)?.focus();
}

function Workbench() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const side = useSideTab();
  const { workbench, onAction, onUndoNew, onChange, onSpectrum, linkProblem, moved } = useWorkbench(
    dialog === undefined,
    side.showSfr,
  );
  const { recipe, run, features } = workbench;
  const live = useLive(recipe, run, side.tab === 'measure');
  const tabs = SIDE_TABS.filter((name) => hasTab[name](features));
  const tab = tabs.includes(side.tab) ? side.tab : 'log';
  const sweeps = useSweep(features.includes('sweep'));
  const ownFiles = useOwnFiles(features.includes('upload'), recipe, onChange);
  const choosing = tab === 'sweep' && !sweeps.open ? choosingOf(workbench, sweeps) : undefined;
  /** Loads the recipe of a run of a sweep, and runs it where asked for. */
  const onOpen = (opened: Recipe, isRun: boolean): void => {
    onChange({ type: 'restored', recipe: opened });
    if (isRun && runAction.whyDisabled(workbench) === undefined)
      void runAction.perform({ ...workbench, recipe: opened });
  };
  const onDialog = (next: OpenDialog | undefined): void => {
    if (live.isOn) side.show(next ? 'params' : keptTab());
    setDialog(next);
  };
  const dialogs = dialog && (
    <Dialogs
      key={dialog.name}
      isLive={live.isOn}
      open={dialog}
      recipe={recipe}
      features={features}
      onChange={onChange}
      onClose={() => onDialog(undefined)}
    />
  );
  return (
    <ChoosingFieldsContext value={choosing}>
      <div className={styles.workbench}>
        <SidebarPart features={features} />
        <main className={styles.main}>
          <VisuallyHidden component="h1">System Optimization</VisuallyHidden>
          <ToolbarPart workbench={workbench} onAction={onAction} />
          <ListsPart
            recipe={recipe}
            features={workbench.features}
            onChoose={ownFiles.onChoose}
            library={ownFiles.library}
            onTool={({ opens }) =>
              opens === 'spectrum' ? onSpectrum() : onDialog({ name: opens })
            }
          />
          <Panes
            key={String(tabs.length > 1)}
            recipe={recipe}
            run={run}
            live={features.includes('live') ? live : undefined}
            features={features}
            tabs={tabs}
            tab={tab}
            onTab={side.onTab}
            isSfrWanted={side.isSfrWanted}
            onSfrShown={side.onSfrShown}
            sweeps={sweeps}
            parameters={live.isOn ? dialogs : undefined}
            onOpen={onOpen}
            onField={(field) => goTo(placeOf(field, recipe), onDialog)}
            onUndoNew={onUndoNew}
            recipeTools={<RecipeToolsOf workbench={workbench} moved={moved} />}
            linkProblem={linkProblem}
          />
        </main>
        <ProjectsOf workbench={workbench} />
        {ownFiles.dialog}
        {!live.isOn && dialogs}
      </div>
    </ChoosingFieldsContext>
  );
}
