import type { TwinAnswer } from '@lumenloom/browser-host';
import { ownName } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import { addDesign } from '../../kit/design/add-design.ts';
import { sentenceOf } from '../../kit/design/failure.ts';
import { initialRecipe, type TypedValue } from '../../model/recipe/recipe.ts';
import { writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { confirmed, withEntry, type Manifest } from './frame-rows.ts';
import type { Folder } from './read-folder.ts';

export interface TwinState {
  readonly folder: Folder | undefined;
  /** As it was read or drafted, with what was changed by hand. */
  readonly manifest: Manifest | undefined;
  /** The folder has no manifest: it was made by the names of the files. */
  readonly isDraft: boolean;
  readonly isBusy: boolean;
  readonly measured: Extract<TwinAnswer, { kind: 'twin' }> | undefined;
  /** Why there is nothing, or what was done. */
  readonly note: string;
}

export interface TwinStore extends Readable<TwinState> {
  readonly open: (folder: Folder | undefined) => Promise<void>;
  readonly edit: (at: number, key: 'kind' | 'exposure', value: string) => void;
  readonly describe: (key: 'pattern' | 'bits', value: string) => void;
  readonly measure: () => Promise<void>;
  readonly use: () => Promise<void>;
}

const EMPTY: TwinState = {
  folder: undefined,
  manifest: undefined,
  isDraft: false,
  isBusy: false,
  measured: undefined,
  note: '',
};
/** Largest manifest, bytes. */
const LARGEST_MANIFEST = 8e6;

/** Frames of a camera in the page, and what was measured of them. */
export function createTwinStore({ change, signal }: Pick<Bench, 'change' | 'signal'>): TwinStore {
  const state = writable(EMPTY);
  const set = (changes: Partial<TwinState>): void => {
    if (!signal.aborted) state.set({ ...state.current(), ...changes });
  };
  const changed = (manifest: Manifest | undefined): void =>
    set({ manifest, measured: undefined, note: '' });
  return {
    ...state,
    open: async (folder) => {
      if (!folder) return;
      set({ ...EMPTY, folder });
      try {
        set(await manifestOf(folder));
      } catch (error) {
        set({ note: sentenceOf(error) });
      }
    },
    edit: (at, key, value) => {
      const { manifest } = state.current();
      if (manifest) changed(withEntry(manifest, at, key, value));
    },
    describe: (key, value) => {
      const { manifest } = state.current();
      changed({ ...manifest, [key]: value === '' ? undefined : value });
    },
    measure: async () => {
      const { folder, manifest, isBusy } = state.current();
      if (!folder || !manifest || isBusy) return;
      set({ isBusy: true, measured: undefined, note: '' });
      const { measureTwinFiles } = await import('@lumenloom/browser-host');
      const question = { manifest: confirmed(manifest), files: [...folder.files] };
      const answer = await measureTwinFiles(question, signal);
      if (answer.kind === 'twin') set({ isBusy: false, measured: answer });
      else set({ isBusy: false, note: answer.message });
    },
    use: async () => {
      const { measured } = state.current();
      if (!measured) return;
      try {
        await chooseTwin(measured, change, signal);
        set({ note: 'The recipe has this camera. Its files are in Mine.' });
      } catch (error) {
        set({ note: sentenceOf(error) });
      }
    },
  };
}

/** The manifest of a folder, or one by the names of its files. */
async function manifestOf({
  files,
}: Folder): Promise<Pick<TwinState, 'manifest' | 'isDraft' | 'note'>> {
  const file = files.get('manifest.json');
  if (!file) {
    if (files.has('manifest.yaml'))
      return {
        ...{ manifest: undefined, isDraft: false },
        note: 'manifest.yaml: the page reads manifest.json. The command line reads both.',
      };
    const { draftManifest } = await import('@lumenloom/browser-host');
    const manifest = draftManifest([...files.keys()].sort());
    return {
      manifest,
      isDraft: manifest !== undefined,
      note: manifest
        ? 'There is no manifest.json: kinds and exposures are guessed by the names. Correct them.'
        : 'There are no frames in this folder: .npy, .dng and .png are.',
    };
  }
  if (file.size > LARGEST_MANIFEST)
    return {
      ...{ manifest: undefined, isDraft: false },
      note: `manifest.json has more than ${LARGEST_MANIFEST / 1e6} MB.`,
    };
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch (error) {
    throw new Error(`manifest.json: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(content)) throw new Error('manifest.json must be an object with a list of frames.');
  return { manifest: content, isDraft: false, note: '' };
}

/** Adds sensor and lens to the files of the account, and chooses them, with the ISP beside. */
async function chooseTwin(
  { twin, sensor, lens, isp }: Extract<TwinAnswer, { kind: 'twin' }>,
  change: Bench['change'],
  signal: AbortSignal,
): Promise<void> {
  const fileOf = (document: object): File =>
    new File([JSON.stringify(document)], `${twin.name}.json`, { type: 'application/json' });
  const own = await addDesign('sensor', fileOf(sensor), twin.name, signal);
  const ownLens = lens && (await addDesign('lens', fileOf(lens), twin.name, signal));
  const parameters = own.preview.kind === 'sensor' ? own.preview.parameters : {};
  change({
    ...{ type: 'chosen', choice: 'sensor', label: ownName(own.id) },
    sensorParams: { ...initialRecipe.sensorParams, ...typedOf(parameters) },
  });
  if (ownLens) change({ type: 'chosen', choice: 'optics', label: ownName(ownLens.id) });
  if (!isp) return;
  const { isp: label, ...fields } = isp.fields;
  change({ type: 'chosen', choice: 'isp', label: String(label) });
  for (const [wireKey, values] of Object.entries(fields))
    if (isObject(values))
      change({
        ...{ type: 'parameters', wireKey: wireKey as 'ispParams' },
        values: typedOf(values),
      });
}

/** Values as a person would type them. */
const typedOf = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, TypedValue>> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, TypedValue] => [
      key,
      typeof value === 'boolean'
        ? value
        : Array.isArray(value)
          ? (value as readonly (readonly unknown[])[]).map((row) => row.map(String))
          : String(value),
    ]),
  );
