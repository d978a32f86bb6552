import type { PlanAnswer } from '@lumenloom/browser-host';
import { downloadFile } from '../../kit/picture/picture-file.ts';
import { engineFiles } from '../../kit/engine-files.ts';
import { bodyOf } from '../../model/recipe/recipe.ts';
import { writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Folder } from './read-folder.ts';

/** What somebody has for a session, as it is typed. */
export interface Equipment {
  readonly charts: readonly string[];
  /** Names with commas between them. */
  readonly lights: string;
  /** Seconds. */
  readonly shortest: string;
  readonly longest: string;
  readonly tripod: boolean;
  readonly temperature: boolean;
}

/** Frames that were taken here, and what the camera was given. */
export interface Practised extends Folder {
  readonly truth: Readonly<Record<string, number>>;
}

export interface SessionState {
  readonly have: Equipment;
  /** Of the numbers of frames, as it is typed. */
  readonly scale: string;
  readonly plan: PlanAnswer['plan'] | undefined;
  readonly practised: Practised | undefined;
  readonly isBusy: boolean;
  /** Of the frames. */
  readonly share: number;
  readonly note: string;
}

export interface SessionStore extends Readable<SessionState> {
  readonly describe: (changes: Partial<Equipment> & { readonly scale?: string }) => void;
  readonly plan: () => Promise<void>;
  readonly practise: () => Promise<void>;
  /** Measures the frames that were taken. */
  readonly use: () => void;
  readonly download: () => Promise<void>;
}

const EMPTY: SessionState = {
  have: {
    charts: ['grid', 'edges', 'chart'],
    ...{ lights: 'day, lamp', shortest: '0.0001', longest: '10' },
    ...{ tripod: true, temperature: true },
  },
  scale: '1',
  plan: undefined,
  practised: undefined,
  isBusy: false,
  share: 0,
  note: '',
};
const FOLDER = 'practised';

/** As HAVE.json has it; a text that is no number stays, so that it is refused by its name. */
const haveOf = ({ lights, shortest, longest, ...have }: Equipment) => ({
  ...have,
  lights: lights.split(',').flatMap((name) => name.trim() || []),
  exposures: [Number(shortest), Number(longest)],
});

/** Sessions of frames: which to take, and those that the camera of the recipe takes. */
export function createSessionStore(
  { recipe, signal }: Pick<Bench, 'recipe' | 'signal'>,
  measure: (folder: Practised) => void,
): SessionStore {
  const state = writable(EMPTY);
  const set = (changes: Partial<SessionState>): void => {
    if (!signal.aborted) state.set({ ...state.current(), ...changes });
  };
  const ask = async () => (await import('@lumenloom/browser-host')).askTwin;
  return {
    ...state,
    describe: ({ scale, ...have }) =>
      set({
        have: { ...state.current().have, ...have },
        ...(scale !== undefined && { scale }),
        note: '',
      }),
    plan: async () => {
      const askTwin = await ask();
      const answer = await askTwin({ kind: 'plan', have: haveOf(state.current().have) }, signal);
      if (answer.kind === 'plan') set({ plan: answer.plan, note: '' });
      else set({ plan: undefined, note: answer.message });
    },
    practise: async () => {
      const { have, isBusy, scale } = state.current();
      if (isBusy) return;
      const share = Number(scale);
      if (!(share > 0 && share <= 10)) {
        set({ note: 'Share of the frames must be a number above 0, at most 10.' });
        return;
      }
      set({ isBusy: true, share: 0, practised: undefined, note: '' });
      const askTwin = await ask();
      const answer = await askTwin(
        {
          ...{ kind: 'practise', recipe: bodyOf(recipe.current()), have: haveOf(have) },
          ...{ scale: share, files: engineFiles },
        },
        signal,
        (done) => set({ share: done }),
      );
      if (answer.kind === 'failed') {
        set({ isBusy: false, note: answer.message });
        return;
      }
      const { files, truth, notes } = answer;
      set({
        isBusy: false,
        practised: { name: FOLDER, files: new Map(files), truth },
        note: notes.join(' '),
      });
    },
    use: () => {
      const { practised } = state.current();
      if (practised) measure(practised);
    },
    download: async () => {
      const { practised } = state.current();
      if (!practised) return;
      const { zipFolder } = await import('../../kit/zip-folder.ts');
      const files = [...practised.files].map(([path, file]) => ({
        path: `${FOLDER}/${path}`,
        file,
      }));
      const truth = new File(
        [`${JSON.stringify({ figures: practised.truth }, undefined, 2)}\n`],
        `${FOLDER}-truth.json`,
      );
      const zip = await zipFolder(
        [...files, { path: truth.name, file: truth }],
        () => undefined,
        signal,
      );
      downloadFile(zip, `${FOLDER}.zip`);
    },
  };
}
