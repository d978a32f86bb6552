import type { SensorConditions } from '@lumenloom/contract';
import type { LensFile, StartsOfSearch } from '@lumenloom/engine';
import { faultOf } from './fault.ts';
import type {
  EngineAnswer,
  Answered,
  BetterLens,
  CompleteLens,
  EngineFiles,
  EngineProgress,
  Focus,
  Glasses,
  LensFormat,
  LensResult,
  LensResultName,
  LensSettings,
  LensText,
  LightOfCamera,
  MeasuredPicture,
  MeasuredSensor,
  MeritOfLens,
  ModelledSensor,
  NoResult,
  ObjectSeen,
  OpenedLens,
  OpenedSensor,
  OpenedStages,
  PictureAt,
  Question,
  SavedSpectra,
  SearchedLenses,
  SensorTable,
  SpectraName,
  SummedIrradiance,
  TolerancedLens,
  ToPage,
  ToWorker,
} from './messages.ts';
import { startWorker } from './start-worker.ts';

/** Threads that are used at most: more do not make pictures of ordinary size faster. */
const MOST_THREADS = 4;
/** Memory for results of stages, bytes. */
const MEMORY_BYTES = 256e6;

/** How the engine runs in a page. */
export interface EngineOptions extends EngineFiles {
  /** Threads; by default as many as the page can have. */
  readonly threads?: number;
  readonly memoryBytes?: number;
}

/** The engine, in workers of the page. No promise of it rejects. */
export interface PageEngine {
  readonly compute: (question: Question) => Promise<EngineAnswer>;
  /** The arrays between the stages of a recipe. */
  readonly stages: (recipe: unknown) => Promise<OpenedStages | NoResult>;
  /** Its irradiance, summed over the bands. */
  readonly irradiance: (recipe: unknown) => Promise<SummedIrradiance | NoResult>;
  /** What is measured on its picture. */
  readonly measured: (recipe: unknown) => Promise<MeasuredPicture | NoResult>;
  /** An array of all bands as an .npy file. */
  readonly spectra: (recipe: unknown, name: SpectraName) => Promise<SavedSpectra | NoResult>;
  /**
   * Where its lens is focused, and how far its scene is at a pixel of its picture. Takes scenes of
   * the user's own, of which the distances alone count.
   */
  readonly focus: (recipe: unknown, at?: PictureAt) => Promise<Focus | NoResult>;
  /** Lengths at its object, before anything is computed; for scenes of the user's own too. */
  readonly object: (recipe: unknown) => Promise<ObjectSeen | NoResult>;
  /** Its light and its sensor; parts of the recipe on which neither depends do not count. */
  readonly cameraLight: (recipe: unknown) => Promise<LightOfCamera | NoResult>;
  /** The prescription of a lens that a recipe can name, at its size. */
  readonly lensFile: (name: string) => Promise<OpenedLens | NoResult>;
  readonly lensResult: <Name extends LensResultName>(
    lens: LensFile,
    name: Name,
    settings: LensSettings,
  ) => Promise<LensResult<Name> | NoResult>;
  /**
   * The lens of a document with `pickups` and `solves`, as a lens study has them, after both, with
   * all of its glasses, and its section and figures.
   */
  readonly completeLens: (
    document: unknown,
    settings: LensSettings,
  ) => Promise<CompleteLens | NoResult>;
  /** The glasses of the makers, and those that the lens has itself. */
  readonly glasses: (lens: LensFile) => Promise<Glasses | NoResult>;
  /** The lens as the text of a file. */
  readonly lensText: (lens: LensFile, format: LensFormat) => Promise<LensText | NoResult>;
  /** Some steps of a lens study, as `lumenloom lens optimise` takes it, towards a smaller merit. */
  readonly betterLens: (study: unknown, steps: number) => Promise<BetterLens | NoResult>;
  /**
   * Lenses from some of the many starts of a study, with some steps from each. After `stop` it
   * gives those that are there.
   */
  readonly lensSearch: (
    study: unknown,
    steps: number,
    part: StartsOfSearch,
    progress: (progress: EngineProgress) => void,
  ) => Promise<SearchedLenses | NoResult>;
  /** What the lens of a study comes to as it is. */
  readonly lensMerit: (study: unknown) => Promise<MeritOfLens | NoResult>;
  /** What a lens comes to within the tolerances of a document of `lumenloom lens tolerance`. */
  readonly lensTolerances: (
    document: unknown,
    progress: (progress: EngineProgress) => void,
  ) => Promise<TolerancedLens | NoResult>;
  /** The fields of a sensor that a recipe can name. */
  readonly sensorFile: (name: string) => Promise<OpenedSensor | NoResult>;
  /** The fields of the text of a sensor file, with the values of its first gain. */
  readonly sensorText: (name: string, text: string) => Promise<OpenedSensor | NoResult>;
  /** What a sensor does, by formula. */
  readonly sensorModel: (
    sensor: SensorTable,
    conditions: SensorConditions,
  ) => Promise<ModelledSensor | NoResult>;
  /** What it does in frames; takes seconds, and is stopped by `close` alone. */
  readonly sensorMeasured: (
    sensor: SensorTable,
    progress: (progress: EngineProgress) => void,
  ) => Promise<MeasuredSensor | NoResult>;
  /** Stops what is being computed or waits. */
  readonly stop: () => void;
  readonly close: () => void;
}

type LensQuestions =
  | 'lensFile'
  | 'lensResult'
  | 'completeLens'
  | 'glasses'
  | 'lensText'
  | 'betterLens'
  | 'lensSearch'
  | 'lensMerit'
  | 'lensTolerances';

/** Whether arrays can be shared with other threads: only in a page that is isolated from others. */
export const canShare = (): boolean =>
  globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';

/** Threads that a page can compute with. */
export const pageThreads = (): number =>
  canShare() ? Math.max(1, Math.min(MOST_THREADS, navigator.hardwareConcurrency)) : 1;

/**
 * Starts the engine. When its worker dies, open questions fail, and the next question starts
 * another worker.
 */
export function startEngine({
  kernels,
  pictures,
  parts,
  threads = pageThreads(),
  memoryBytes = MEMORY_BYTES,
}: EngineOptions): PageEngine {
  let worker: Worker | undefined;
  let asked = 0;
  const waiting = new Map<number, (answer: Answered['answer']) => void>();
  const following = new Map<number, (progress: EngineProgress) => void>();
  const end = (answer: NoResult): void => {
    worker?.terminate();
    worker = undefined;
    for (const resolve of waiting.values()) resolve(answer);
    waiting.clear();
    following.clear();
  };
  const running = (): Worker => {
    if (worker) return worker;
    const started = startWorker();
    worker = started;
    started.onmessage = ({ data }: MessageEvent<ToPage>) => {
      const { id } = data;
      if ('progress' in data) {
        following.get(id)?.(data.progress);
        return;
      }
      waiting.get(id)?.(data.answer);
      waiting.delete(id);
      following.delete(id);
    };
    started.onerror = ({ message }) => {
      end(faultOf(message || 'its thread has ended'));
    };
    started.onmessageerror = () => {
      end(faultOf('its answer could not be read'));
    };
    const first: ToWorker = { kind: 'engine', threads, memoryBytes, kernels, pictures, parts };
    started.postMessage(first);
    return started;
  };
  const ask = <Given>(questionOf: (id: number) => ToWorker): Promise<Given> =>
    new Promise((resolve) => {
      asked += 1;
      // A worker answers a question with its own kind of answer.
      waiting.set(asked, resolve as (answer: Answered['answer']) => void);
      running().postMessage(questionOf(asked));
    });
  const askFollowed = <Given>(
    progress: (progress: EngineProgress) => void,
    questionOf: (id: number) => ToWorker,
  ): Promise<Given> =>
    ask((id) => {
      following.set(id, progress);
      return questionOf(id);
    });
  return {
    compute: (question) => ask((id) => ({ kind: 'compute', id, ...question })),
    stages: (recipe) => ask((id) => ({ kind: 'stages', id, recipe })),
    irradiance: (recipe) => ask((id) => ({ kind: 'irradiance', id, recipe })),
    measured: (recipe) => ask((id) => ({ kind: 'measured', id, recipe })),
    spectra: (recipe, name) => ask((id) => ({ kind: 'spectra', id, recipe, name })),
    focus: (recipe, at) => ask((id) => ({ kind: 'focus', id, recipe, at })),
    object: (recipe) => ask((id) => ({ kind: 'object', id, recipe })),
    cameraLight: (recipe) => ask((id) => ({ kind: 'camera light', id, recipe })),
    ...lensQuestions(ask, askFollowed),
    sensorFile: (name) => ask((id) => ({ kind: 'sensor file', id, name })),
    sensorText: (name, text) => ask((id) => ({ kind: 'sensor text', id, name, text })),
    sensorModel: (sensor, conditions) =>
      ask((id) => ({ kind: 'sensor model', id, sensor, conditions })),
    sensorMeasured: (sensor, progress) =>
      askFollowed(progress, (id) => ({ kind: 'sensor measured', id, sensor })),
    stop: () => {
      worker?.postMessage({ kind: 'stop' } satisfies ToWorker);
    },
    close: () => {
      end({ kind: 'stopped' });
    },
  };
}

type Ask = <Given>(questionOf: (id: number) => ToWorker) => Promise<Given>;
type AskFollowed = <Given>(
  progress: (progress: EngineProgress) => void,
  questionOf: (id: number) => ToWorker,
) => Promise<Given>;

const lensQuestions = (ask: Ask, askFollowed: AskFollowed): Pick<PageEngine, LensQuestions> => ({
  lensFile: (name) => ask((id) => ({ kind: 'lens file', id, name })),
  lensResult: (lens, name, settings) =>
    ask((id) => ({ kind: 'lens result', id, lens, name, settings })),
  completeLens: (document, settings) =>
    ask((id) => ({ kind: 'complete lens', id, document, settings })),
  glasses: (lens) => ask((id) => ({ kind: 'glasses', id, lens })),
  lensText: (lens, format) => ask((id) => ({ kind: 'lens text', id, lens, format })),
  betterLens: (study, steps) => ask((id) => ({ kind: 'better lens', id, study, steps })),
  lensSearch: (study, steps, part, progress) =>
    askFollowed(progress, (id) => ({ kind: 'lens search', id, study, steps, part })),
  lensMerit: (study) => ask((id) => ({ kind: 'lens merit', id, study })),
  lensTolerances: (document, progress) =>
    askFollowed(progress, (id) => ({ kind: 'lens tolerances', id, document })),
});
