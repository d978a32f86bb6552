import type { MeasuredAnswer } from '@lumenloom/browser-host';
import { ownName } from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/catalogue';
import { addDesign } from '../../kit/design/add-design.ts';
import { sentenceOf } from '../../kit/design/failure.ts';
import { noteNames } from '../../model/own-names.ts';
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
  readonly measured: MeasuredAnswer | undefined;
  /** What the camera was given, of frames that were taken here. */
  readonly truth: Readonly<Record<string, number>> | undefined;
  /** Why there is nothing, or what was done. */
  readonly note: string;
}

export interface TwinStore extends Readable<TwinState> {
  readonly open: (folder: Folder | undefined, truth?: TwinState['truth']) => Promise<void>;
  readonly edit: (at: number, key: 'kind' | 'exposure', value: string) => void;
  readonly describe: (key: 'pattern' | 'bits', value: string) => void;
  readonly measure: () => Promise<void>;
  readonly use: () => Promise<void>;
  /** Saves the folder of the twin in the library of the account. */
  readonly save: () => Promise<void>;
  /** The folder of the twin as a zip file, and its report as a page. */
  readonly zip: () => Promise<Blob | undefined>;
  readonly report: () => Promise<Blob | undefined>;
}

const EMPTY: TwinState = {
  folder: undefined,
  manifest: undefined,
  isDraft: false,
  isBusy: false,
  measured: undefined,
  truth: undefined,
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
    open: async (folder, truth) => {
      if (!folder) return;
      set({ ...EMPTY, folder, truth });
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
      const { askTwin } = await import('@lumenloom/browser-host');
      const answer = await askTwin(
        { kind: 'measure', manifest: confirmed(manifest), files: [...folder.files] },
        signal,
      );
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
    save: async () => {
      const { measured } = state.current();
      if (!measured) return;
      try {
        const { twin } = measured;
        const file = new File([await zipOfTwin(measured, signal)], `${twin.name}.zip`);
        await addDesign('twin', file, twin.name, signal);
        noteNames(await (await import('../../../api/library.ts')).listOwnFiles());
        set({ note: 'The twin, its lens and its sensor are files of your library.' });
      } catch (error) {
        set({ note: sentenceOf(error) });
      }
    },
    zip: async () => {
      const { measured } = state.current();
      return measured && zipOfTwin(measured, signal);
    },
    report: async () => {
      const { measured } = state.current();
      return measured && new Blob([await reportOf(measured)], { type: 'text/html' });
    },
  };
}

/** The report of a twin: one page that needs no other file. */
async function reportOf({ twin }: MeasuredAnswer): Promise<string> {
  const { twinPageText } = await import('@lumenloom/report/twin-page');
  return twinPageText(twin, 'Lumenloom.');
}

/** The folder of a twin, as the command line writes it with its maps. */
async function zipOfTwin(measured: MeasuredAnswer, signal: AbortSignal): Promise<Blob> {
  const { zipFolder } = await import('../../kit/zip-folder.ts');
  const files = measured.files.map(({ name, bytes }) => ({
    path: name,
    file: new File([bytes], name),
  }));
  const report = new File([await reportOf(measured)], 'report.html');
  return zipFolder([...files, { path: report.name, file: report }], () => undefined, signal);
}

/** The manifest of a folder, or one by the names of its files. */
async function manifestOf({
  files,
}: Folder): Promise<Pick<TwinState, 'manifest' | 'isDraft' | 'note'>> {
  const [json, yaml] = [files.get('manifest.json'), files.get('manifest.yaml')];
  if (json && yaml)
    throw new Error('The folder has manifest.json and manifest.yaml: leave one of them.');
  const file = json ?? yaml;
  if (!file) {
    const { draftManifest } = await import('@lumenloom/browser-host');
    const manifest = draftManifest([...files.keys()].sort());
    return {
      manifest,
      isDraft: manifest !== undefined,
      note: manifest
        ? 'There is no manifest.json: kinds and exposures are guessed by the names. Correct them.'
        : 'There are no frames in this folder: .npy, .dng, .tif and .png are.',
    };
  }
  if (file.size > LARGEST_MANIFEST)
    return {
      ...{ manifest: undefined, isDraft: false },
      note: `${file.name} has more than ${LARGEST_MANIFEST / 1e6} MB.`,
    };
  let content: unknown;
  try {
    const text = await file.text();
    content = json ? JSON.parse(text) : (await import('@lumenloom/datasets/yaml')).parseYaml(text);
  } catch (error) {
    throw new Error(`${file.name}: ${(error as Error).message.split('\n')[0]!}`, { cause: error });
  }
  if (!isObject(content)) throw new Error('The manifest must be an object with a list of frames.');
  return { manifest: content, isDraft: false, note: '' };
}

/** Adds sensor and lens to the files of the account, and chooses them, with the ISP beside. */
async function chooseTwin(
  { twin, sensor, lens, isp }: MeasuredAnswer,
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
