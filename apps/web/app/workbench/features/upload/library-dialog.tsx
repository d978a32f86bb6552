import {
  ownIdOf,
  ownName,
  type LibraryKind,
  type OwnFile,
  type WholeOwnFile,
} from '@lumenloom/contract';
import { useState } from 'react';
import {
  deleteOwnFile,
  listedLens,
  ownFile,
  renameOwnFile,
  type Upload,
} from '../../../api/library.ts';
import { RequestError } from '../../../api/request.ts';
import { ModalFrame } from '../../kit/dialog/modal-frame.tsx';
import { lazyPart } from '../../kit/part/part.tsx';
import { choiceLists } from '../../model/choice-lists.ts';
import type { Choice, Recipe } from '../../model/recipe/recipe.ts';
import { FileOptions, needsOptions, type ChosenFiles } from './file-options.tsx';
import { FilePreview, type Shown } from './file-preview.tsx';
import styles from './library-dialog.module.css';
import { ListedLenses, MineList } from './mine-list.tsx';
import { OWN_LISTS } from '../../model/own-names.ts';
import { PickFile } from './pick-file.tsx';
import { FileUpload } from './file-upload.tsx';
import type { Library, OpenLibrary } from './library-store.ts';
import { useOpener } from '../../kit/dialog/use-opener.ts';

const LazyFacts = lazyPart(async () => (await import('./lens-facts.tsx')).LensFacts);
const LazyRefused = lazyPart(async () => (await import('./refused-lens.tsx')).RefusedLens);

interface LibraryDialogProps {
  readonly library: Library;
  readonly open: OpenLibrary;
  readonly recipe: Recipe;
  readonly onChoose: (choice: Choice, label: string, configuration?: number) => void;
}

/** What the dialog shows. */
type View =
  | {
      readonly name: 'files';
      /** What was refused, and why. */
      readonly refused?: { readonly upload: Upload; readonly sentence: string };
    }
  | { readonly name: 'options'; readonly chosen: ChosenFiles }
  | { readonly name: 'sending'; readonly upload: Upload }
  /** Of a lens in one of its configurations, from 1. */
  | { readonly name: 'preview'; readonly file: WholeOwnFile; readonly configuration: number }
  | { readonly name: 'sheet'; readonly file: Shown; readonly configuration: number };

const MARGIN = 8;

const sentenceOf = (error: unknown): string =>
  error instanceof RequestError && error.status === 401
    ? 'Log in to keep files of your own.'
    : error instanceof Error
      ? error.message
      : String(error);

/** What is chosen of several files: an ENVI header comes with its data. */
function chosenFiles(choice: Choice, [first, second]: readonly File[]): ChosenFiles | undefined {
  if (!first) return undefined;
  const kindOf = (name: string): LibraryKind | undefined =>
    choice === 'optics' && /\.agf$/i.test(name)
      ? 'glass'
      : choice === 'sensor' && !/\.json$/i.test(name)
        ? 'qe'
        : undefined;
  const isHeader = (file: File): boolean => /\.hdr$/i.test(file.name);
  const [file, data] = second && isHeader(second) ? [second, first] : [first, second];
  const [kind] = OWN_LISTS[choice]!;
  return {
    kind: kindOf(file.name) ?? kind!,
    file,
    data: isHeader(file) ? data : undefined,
  };
}

/** What is shown of files that were chosen: cubes are asked about first. */
const viewOf = (chosen: ChosenFiles | undefined): View =>
  !chosen
    ? { name: 'files' }
    : needsOptions(chosen)
      ? { name: 'options', chosen }
      : { name: 'sending', upload: { ...chosen, fields: {} } };

/** What is shown of a lens in another configuration. */
async function inConfiguration(view: View, configuration: number): Promise<View> {
  if (view.name !== 'preview' && view.name !== 'sheet') return view;
  const file = await ownFile((view.file as WholeOwnFile).id, undefined, configuration);
  return { ...view, file, configuration };
}

/** The state of the dialog and what changes it. */
function useFiles({ library, open: { choice, dropped }, recipe, onChoose }: LibraryDialogProps) {
  const [view, setView] = useState(() => viewOf(chosenFiles(choice, dropped)));
  const [problem, setProblem] = useState('');
  const withProblem = async (call: () => Promise<void>): Promise<void> => {
    setProblem('');
    try {
      await call();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  /** Leaves what is shown; a file that was not confirmed is deleted. */
  const leave = async (): Promise<void> => {
    // At once: who presses twice would delete it twice.
    setView({ name: 'files' });
    if (view.name === 'preview') await withProblem(() => deleteOwnFile(view.file.id));
  };
  return {
    choice,
    view,
    problem,
    leave,
    pick: (files: readonly File[]): void => {
      setProblem('');
      setView(viewOf(chosenFiles(choice, files)));
    },
    send: (upload: Upload): void => {
      setProblem('');
      setView({ name: 'sending', upload });
    },
    read: (file: WholeOwnFile): void => setView({ name: 'preview', file, configuration: 1 }),
    refused: (upload: Upload, error: unknown): void => {
      const sentence = sentenceOf(error);
      setProblem(sentence);
      setView({ name: 'files', refused: { upload, sentence } });
    },
    /** Shows a lens in another configuration. */
    configure: (configuration: number): Promise<void> =>
      withProblem(async () => {
        const next = await inConfiguration(view, configuration);
        setView((now) => (now === view ? next : now));
      }),
    confirm: (file: WholeOwnFile, name: string, configuration: number): Promise<void> =>
      withProblem(async () => {
        if (name !== file.name) await renameOwnFile(file.id, name);
        await library.refresh();
        if (file.kind === 'glass') {
          setView({ name: 'files' });
          return;
        }
        onChoose(choice, ownName(file.id), configuration);
        library.close();
      }),
    use: (file: Pick<OwnFile, 'id'>, configuration = 1): void => {
      onChoose(choice, ownName(file.id), configuration);
      library.close();
    },
    look: (file: OwnFile): Promise<void> =>
      withProblem(async () =>
        setView({ name: 'sheet', file: await ownFile(file.id), configuration: 1 }),
      ),
    lookAtListed: (label: string): Promise<void> =>
      withProblem(async () =>
        setView({
          name: 'sheet',
          file: { ...(await listedLens(label)), fileName: label },
          configuration: 1,
        }),
      ),
    rename: (file: OwnFile, name: string): Promise<void> =>
      withProblem(async () => {
        await renameOwnFile(file.id, name);
        await library.refresh();
      }),
    remove: (file: OwnFile): Promise<void> =>
      withProblem(async () => {
        await deleteOwnFile(file.id);
        if (ownIdOf(recipe[choice]) === file.id) onChoose(choice, '');
        await library.refresh();
      }),
  };
}

/**
 * The user's own files for a list: they are chosen or dropped, shown, confirmed, renamed and
 * deleted here.
 */
export function LibraryDialog(props: LibraryDialogProps) {
  const { library } = props;
  const state = useFiles(props);
  const { choice, view, problem, leave } = state;
  const { label } = choiceLists([]).find((list) => list.choice === choice)!;
  useOpener();
  const isWide = view.name === 'sheet' || (view.name === 'preview' && view.file.kind === 'lens');
  return (
    <ModalFrame
      // Keys belong to the dialog.
      onKeyDown={(event) => event.stopPropagation()}
      onClose={() => {
        if (view.name === 'files') library.close();
        else void leave();
      }}
      title={`${label}: files of your own`}
      size={isWide ? 960 : 560}
      xOffset={MARGIN}
      yOffset={MARGIN}
      returnFocus={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': view.name === 'files' ? 'Close' : 'Back to the files' }}
      bodyClass={styles.body}
    >
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Contents {...props} state={state} />
    </ModalFrame>
  );
}

function Contents({
  library,
  recipe,
  state,
}: Pick<LibraryDialogProps, 'library' | 'recipe'> & {
  readonly state: ReturnType<typeof useFiles>;
}) {
  const { choice, view } = state;
  /** What the file of a lens has besides its lens, with the switch for lens files. */
  const factsOf = (shown: Shown | WholeOwnFile, onUse?: (file: WholeOwnFile) => void) =>
    library.hasLensFiles &&
    'file' in shown &&
    shown.file &&
    shown.preview.kind === 'lens' &&
    'configuration' in view && (
      <LazyFacts
        file={shown.file}
        positions={shown.preview.positions}
        chosen={view.configuration}
        onChoose={(configuration) => void state.configure(configuration)}
        onUse={onUse && (() => onUse(shown))}
      />
    );
  switch (view.name) {
    case 'files':
      return (
        <>
          {view.refused && choice === 'optics' && library.hasLensFiles && (
            <LazyRefused {...view.refused} onAgain={state.send} />
          )}
          <PickFile choice={choice} hasLensFiles={library.hasLensFiles} onPick={state.pick} />
          <MineList
            files={library.files.filter(({ kind }) => OWN_LISTS[choice]!.includes(kind))}
            chosen={ownIdOf(recipe[choice])}
            onUse={(file) => state.use(file)}
            onLook={(file) => void state.look(file)}
            onRename={(file, name) => void state.rename(file, name)}
            onRemove={(file) => void state.remove(file)}
          />
          {choice === 'optics' && (
            <ListedLenses onLook={(label) => void state.lookAtListed(label)} />
          )}
        </>
      );
    case 'options':
      return (
        <FileOptions
          chosen={view.chosen}
          onRead={(fields) => state.send({ ...view.chosen, fields })}
          onCancel={() => void state.leave()}
        />
      );
    case 'sending':
      return (
        <FileUpload
          upload={view.upload}
          onRead={state.read}
          onRefused={(error) => state.refused(view.upload, error)}
          onCancel={() => void state.leave()}
        />
      );
    case 'preview':
      return (
        <FilePreview
          key={view.file.id}
          file={view.file}
          onConfirm={(name) => void state.confirm(view.file, name, view.configuration)}
          onLeave={() => void state.leave()}
        >
          {factsOf(view.file)}
        </FilePreview>
      );
    case 'sheet':
      return (
        <FilePreview file={view.file} onConfirm={undefined} onLeave={() => void state.leave()}>
          {factsOf(view.file, (file) => state.use(file, view.configuration))}
        </FilePreview>
      );
  }
}
