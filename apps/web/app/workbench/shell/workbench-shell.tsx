import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ChoosingFieldsContext } from '../kit/fields/choosing-fields.ts';
import { inPart, lazyPart, Part } from '../kit/part/part.tsx';
import { ownNames } from '../model/own-names.ts';
import { derived, gathered, useReadable } from '../model/store.ts';
import { WORKSPACES, workspaceAt } from '../model/workspaces.ts';
import { useBodies } from './actions/bodies.ts';
import type { Feature, Workspace } from './bench/feature.ts';
import { allOf, settingsOf } from './bench/registries.ts';
import { createWorkbench, type Workbench } from './bench/workbench.ts';
import { showSpectrum } from './checks/show-spectrum.ts';
import { placeOf, type OpenDialog } from './dialogs/open-dialog.ts';
import { usePageKeys } from './keys/keys.ts';
import { catchFiles } from './lists/dropped.ts';
import { ChoiceStrip } from './lists/choice-strip.tsx';
import { RefusedDrop } from './lists/refused-drop.tsx';
import { keptTab } from './panes/kept-side.ts';
import { Panes } from './panes/panes.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import styles from './workbench-shell.module.css';

const LazyDialogs = lazyPart(async () => (await import('./dialogs/dialogs.tsx')).Dialogs);
const Dialogs = (props: ComponentProps<typeof LazyDialogs>) => (
  <Part name="The dialog" onClose={props.isDocked ? undefined : props.onClose}>
    <LazyDialogs {...props} />
  </Part>
);
const LazyModal = lazyPart(async () => (await import('./dialogs/modal.tsx')).Modal);
const Modal = (props: ComponentProps<typeof LazyModal>) => (
  <Part name="The dialog" onClose={props.isDocked ? undefined : props.onClose}>
    <LazyModal {...props} />
  </Part>
);
const SidebarPart = inPart('The sidebar', Sidebar);
const ToolbarPart = inPart('The toolbar', Toolbar);
const ListsPart = inPart('The row of lists', ChoiceStrip);

/** The workbench, with the features that are on. */
export function WorkbenchShell({ features }: { readonly features: readonly Feature[] }) {
  const navigate = useNavigate();
  const { hash, key, pathname } = useLocation();
  const [workbench, setWorkbench] = useState<Workbench>();
  useLayoutEffect(() => {
    const life = new AbortController();
    const address = {
      clearFragment: (): void => void navigate({ hash: '' }, { replace: true }),
      goTo: (workspace: string): void => {
        const to = WORKSPACES.find(({ id }) => id === workspace);
        if (to && to !== workspaceAt(window.location.pathname)) void navigate(to.address);
      },
    };
    setWorkbench(createWorkbench(features, address, life.signal));
    return () => life.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- the workbench lives as long as the page
  }, []);
  useEffect(() => workbench?.fragment.set(hash), [workbench, hash]);
  useEffect(() => {
    const workspace = workspaceAt(pathname)?.id;
    if (workspace !== undefined) workbench?.pass({ workspace });
    // The key changes also where a link leads back to this path before the last move is drawn.
  }, [workbench, pathname, key]);
  return workbench && <Surface workbench={workbench} all={features} />;
}

/** Goes to a field: opens its dialog, or moves the focus to its list. */
function goTo(field: string, workbench: Workbench): void {
  const settings = settingsOf(workbench.features.current());
  const place = placeOf(
    field,
    workbench.recipe.current(),
    settings.map(({ part }) => part),
  );
  if (place && 'dialog' in place) showDialog(workbench, place.dialog);
  else if (place && 'settings' in place)
    settings.find(({ part }) => part === place.settings)!.perform(place.focus);
  else if (place) document.querySelector<HTMLElement>(`select[name="${place.list}"]`)?.focus();
}

/** Opens a dialog of a list, or closes it; docked, it stands in the tab Params for now. */
function showDialog(workbench: Workbench, dialog: OpenDialog | undefined): void {
  const isDocked = workbench.areDialogsDocked.current();
  workbench.pass({
    dialog,
    ...(dialog && { modal: undefined }),
    ...(isDocked && { tab: dialog ? 'params' : keptTab() }),
  });
}

/** Opens the window with the spectrum of the light. */
async function openSpectrum({ recipe, requests, switches, say }: Workbench): Promise<void> {
  const reason = await showSpectrum(recipe.current(), requests.begin('spectrum'));
  if (switches.current().length > 0) say(reason, 'line');
}

/** What a press of a label does, while a feature has a use for it. */
function useChoosing({ features }: Workbench) {
  const choosing = useMemo(() => {
    const all = gathered(derived([features], () => allOf(features.current(), 'labels')));
    return derived([all], () => all.current().findLast((one) => one !== undefined));
  }, [features]);
  return useReadable(choosing);
}

/** Gives a dialog of a feature the tab Params while it stands there. */
function useDockedModal(workbench: Workbench, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return undefined;
    workbench.pass({ tab: 'params', dialog: undefined });
    const { place, pass } = workbench;
    return () => {
      const { dialog } = place.current();
      if (dialog === undefined) pass({ tab: keptTab() });
    };
  }, [workbench, isThere]);
}

/** What stands under the toolbar: a workspace of a feature, or lists, picture and log. */
const Contents = ({
  workspace,
  children,
}: {
  readonly workspace: Workspace | undefined;
  readonly children: ReactNode;
}) =>
  workspace ? (
    <Part key={workspace.id} name={`The workspace ${workspace.label}`} fallback={<div />}>
      <workspace.Content />
    </Part>
  ) : (
    children
  );

/** The toolbar, with the times of the run that is shown. */
function Actions({
  workbench,
  bodies,
}: {
  readonly workbench: Workbench;
  readonly bodies: Workspace['actions'];
}) {
  const last = useReadable(workbench.run);
  const { run, name, isOld } = useReadable(workbench.shownRun);
  const hasTools = useReadable(workbench.switches).length > 0;
  return (
    <ToolbarPart
      bodies={bodies}
      tools={workbench.tools}
      run={hasTools ? run : last}
      whose={hasTools && isOld ? name : undefined}
    />
  );
}

function Surface({
  workbench,
  all,
}: {
  readonly workbench: Workbench;
  /** Features that are on, and others. */
  readonly all: readonly Feature[];
}) {
  const recipe = useReadable(workbench.recipe);
  const features = useReadable(workbench.features);
  const hasTools = useReadable(workbench.switches).length > 0;
  const isDocked = useReadable(workbench.areDialogsDocked);
  const place = useReadable(workbench.place);
  const { dialog, modal } = place;
  const workspace = allOf(features, 'workspaces').find(({ id }) => id === place.workspace);
  // Captions name files of the account, whose names come later.
  useReadable(ownNames);
  const { bodies: ofSystem, undoNew } = useBodies(workbench);
  const bodies = workspace?.actions ?? ofSystem;
  const onUndoNew = useReadable(undoNew);
  usePageKeys(workbench, bodies);
  const opened = allOf(features, 'modals').find(({ id }) => id === modal);
  const dockedModal = isDocked && opened?.docks ? opened : undefined;
  useDockedModal(workbench, dockedModal !== undefined);
  const modals = modal !== undefined && (
    <Modal
      workbench={workbench}
      all={all}
      bodies={bodies}
      modal={modal}
      isDocked={dockedModal !== undefined}
      onClose={() => workbench.show({ modal: undefined })}
    />
  );
  const dialogs = dialog && (
    <Dialogs
      key={dialog.name}
      isDocked={isDocked}
      hasTools={hasTools}
      open={dialog}
      recipe={recipe}
      parts={allOf(features, 'dialogParts')}
      onChange={workbench.change}
      onClose={() => showDialog(workbench, undefined)}
    />
  );
  return (
    <ChoosingFieldsContext value={useChoosing(workbench)}>
      <div className={styles.workbench} {...catchFiles(workbench)}>
        <SidebarPart workbench={workbench} />
        <main className={styles.main}>
          <h1 className="unseen">{workspace?.label ?? 'System Optimization'}</h1>
          <Actions workbench={workbench} bodies={bodies} />
          <Contents workspace={workspace}>
            <ListsPart
              workbench={workbench}
              onTool={({ opens }) =>
                opens === 'spectrum'
                  ? void openSpectrum(workbench)
                  : showDialog(workbench, { name: opens })
              }
            />
            <Panes
              workbench={workbench}
              parameters={dockedModal ? modals : isDocked ? dialogs : undefined}
              onField={(field) => goTo(field, workbench)}
              onUndoNew={onUndoNew}
            />
          </Contents>
        </main>
        {!dockedModal && modals}
        {!isDocked && dialogs}
        <RefusedDrop workbench={workbench} />
      </div>
    </ChoosingFieldsContext>
  );
}
