import type {
  EngineProgress,
  MeasuredSensor,
  ModelledSensor,
  SensorTable,
} from '@lumenloom/browser-host';
import { ownName, type PartsAnswer, type SensorConditions } from '@lumenloom/contract';
import { isObject, sensors } from '@lumenloom/engine/catalogue';
import { keep, readKept } from '../../../accounts/kept-work.ts';
import { addDesign } from '../../kit/design/add-design.ts';
import { createDesignPicture, type DesignPicture } from '../../kit/design/design-picture.ts';
import { failureOf, NO_ENGINE, sentenceOf, type Failure } from '../../kit/design/failure.ts';
import { longWork } from '../../kit/design/long-work.ts';
import { movedBy, stepped, type Steps } from '../../kit/design/steps.ts';
import { joined } from '../../kit/design/use-in-recipe.ts';
import { createSmallEngine } from '../../kit/small-engine.ts';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { writable, type Readable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { withRecipe, type SensorDraft } from './sensor-draft.ts';
import { SLOT_NAMES, type SlotName } from './slot-names.ts';

/** A sensor beside, by the figures that are known of it. */
export type Beside = Pick<PartsAnswer['sensors'][number], 'name' | 'label' | 'figures'>;

export interface SensorState extends Steps<SensorDraft> {
  /** The last model that could be computed, and what the newest draft gave in its place. */
  readonly model:
    | {
        readonly draft: SensorDraft;
        readonly value: ModelledSensor | undefined;
        readonly failure: Failure | undefined;
      }
    | undefined;
  /** The last measurement, and of which sensor it is. */
  readonly measured: { readonly sensor: SensorTable; readonly value: MeasuredSensor } | undefined;
  /** Progress of the frames while they are taken. */
  readonly progress: EngineProgress | undefined;
  readonly slots: readonly SlotName[];
  readonly besides: readonly Beside[];
  /** The sentence under the header; '' for none. */
  readonly note: string;
}

/** What a recipe has of a sensor. */
export type SavedSensor = Pick<Recipe, 'sensor' | 'sensorParams'>;

export interface SensorStore extends Readable<SensorState> {
  /** The picture of the recipe with the sensor. */
  readonly picture: DesignPicture<SensorTable>;
  /** Opens the sensor of the recipe where none is open. */
  readonly begin: () => void;
  /** Opens a sensor that a recipe can name. */
  readonly open: (choice: string) => Promise<void>;
  /** Opens a sensor file; a refused one leaves the sensor. */
  readonly openFile: (file: File) => Promise<void>;
  readonly edit: (sensor: SensorTable, name: string) => void;
  readonly look: (conditions: SensorConditions, name: string) => void;
  readonly move: (by: -1 | 1) => void;
  readonly showIn: (slot: number, name: SlotName) => void;
  readonly putBeside: (besides: readonly Beside[]) => void;
  readonly measure: () => Promise<void>;
  readonly stop: () => void;
  /** Saves the sensor as a file of the account. @returns what a recipe has of it. */
  readonly save: () => Promise<SavedSensor | undefined>;
  readonly say: (note: string) => void;
}

const KEY = 'sensor';
const VIEW_KEY = 'sensorView';
export const FIRST_SENSOR = sensors.bayerGrbg.label;
const FIRST_SLOTS: readonly SlotName[] = ['transfer', 'efficiency'];
/** F-number of the ideal lens. */
const USUAL_F_NUMBER = 4;
const NO_SENSOR = 'There is no such sensor.';
const STOPPED = 'Measuring was stopped.';
const OWN_LIGHT =
  'The light of the recipe is one of your own; here the curves and colours are under D65.';

/** The draft that this tab has kept. */
const keptDraft = (): SensorDraft | undefined => readKept(KEY) as SensorDraft | undefined;

type SensorView = Pick<SensorState, 'slots' | 'besides'>;

/** What this tab has kept of the view; a release may have renamed a slot. */
const keptView = (): SensorView => {
  const kept = readKept(VIEW_KEY) as SensorView | undefined;
  return kept?.slots.every((name) => SLOT_NAMES.includes(name))
    ? kept
    : { slots: FIRST_SLOTS, besides: [] };
};

/** The name of a sensor, as it was typed. */
export const nameOf = ({ name }: SensorTable): string =>
  typeof name === 'string' ? name : 'Sensor';

/** Whether a sensor differs from what was opened or saved last. */
export const isChanged = ({ sensor, saved }: SensorDraft): boolean =>
  JSON.stringify(sensor) !== JSON.stringify(saved.sensor);

type Set = (changes: Partial<SensorState>) => void;
type Engine = ReturnType<typeof createSmallEngine>;

/** The sensor that is designed, what is computed and measured of it, and what changes it. */
export function createSensorStore({
  recipe,
  signal,
}: Pick<Bench, 'recipe' | 'signal'>): SensorStore {
  const kept = keptDraft();
  const state = writable<SensorState>({
    past: [],
    future: [],
    model: undefined,
    measured: undefined,
    progress: undefined,
    ...keptView(),
    note: '',
    now: kept && { draft: kept, name: '' },
  });
  const set: Set = (changes) => state.set({ ...state.current(), ...changes });
  const engine = createSmallEngine(signal);
  const picture = createDesignPicture<SensorTable>(
    { recipe, signal },
    'sensor',
    (asked, sensor) => ({ recipe: asked, sensor }),
  );
  const compute = modelling(state, set, engine, signal, picture);
  const step = (draft: SensorDraft, name: string): void => {
    keep(KEY, draft);
    set({ ...stepped(state.current(), draft, name), note: '' });
    compute();
  };
  const draftNow = (): SensorDraft | undefined => state.current().now?.draft;

  /** @param laid over the file, where the recipe has other values. */
  const open = async (choice: string, laid?: Recipe): Promise<void> => {
    try {
      const started = await engine();
      const answer = await started.sensorFile(choice);
      if (signal.aborted) return;
      if (answer.kind !== 'sensor file') {
        set({ note: failureOf(answer, NO_SENSOR).message });
        return;
      }
      const isFirst = !draftNow();
      const conditions = draftNow()?.conditions ?? (await conditionsOf(recipe.current(), engine));
      const sensor = laid
        ? withRecipe(answer.sensor, laid.sensorParams, laid.sensorFile)
        : answer.sensor;
      const saved = { sensor, choice };
      step({ sensor, conditions, saved }, `opened ${nameOf(sensor)}`);
      if (isFirst && isOwnLight(recipe.current())) set({ note: OWN_LIGHT });
    } catch {
      if (!signal.aborted) set({ note: NO_ENGINE });
    }
  };

  return {
    current: state.current,
    subscribe: state.subscribe,
    picture,
    begin: () => {
      if (state.current().now) compute();
      else {
        const { sensor } = recipe.current();
        void open(sensor || FIRST_SENSOR, sensor === '' ? undefined : recipe.current());
      }
    },
    open: (choice) => open(choice),
    openFile: opening(state, { set, engine, signal, step }),
    edit: (sensor, name) => step({ ...draftNow()!, sensor }, name),
    look: (conditions, name) => step({ ...draftNow()!, conditions }, name),
    move: (by) => {
      const moved = movedBy(state.current(), by);
      if (!moved) return;
      keep(KEY, moved.now.draft);
      set({ ...moved, note: '' });
      compute();
    },
    ...viewing(state, set, compute),
    ...measuring(state, set, signal),
    save: joined(() => saving(state, set, signal)),
    say: (note) => set({ note }),
  };
}

/** Opens sensor files. */
function opening(
  state: Readable<SensorState>,
  {
    set,
    engine,
    signal,
    step,
  }: {
    readonly set: Set;
    readonly engine: Engine;
    readonly signal: AbortSignal;
    readonly step: (draft: SensorDraft, name: string) => void;
  },
): SensorStore['openFile'] {
  return async (file) => {
    try {
      const started = await engine();
      const answer = await started.sensorText(file.name.replace(/\.\w+$/, ''), await file.text());
      const draft = state.current().now?.draft;
      if (signal.aborted || !draft) return;
      if (answer.kind === 'sensor file')
        step({ ...draft, sensor: answer.sensor }, `opened ${nameOf(answer.sensor)}`);
      else set({ note: `${file.name}: ${failureOf(answer, NO_SENSOR).message}` });
    } catch {
      if (!signal.aborted) set({ note: NO_ENGINE });
    }
  };
}

/** Whether the light of a recipe is none that this workspace has. */
const isOwnLight = ({ illuminant }: Recipe): boolean => /^(Custom|mine:)/.test(illuminant);

/** The light of a recipe and the f-number of its lens, at usual levels. */
async function conditionsOf(recipe: Recipe, engine: Engine): Promise<SensorConditions> {
  const { illuminant, optics } = recipe;
  const started = await engine();
  const lens = optics === '' ? undefined : await started.lensFile(optics);
  const layout =
    lens?.kind === 'lens file'
      ? await started.lensResult(lens.lens, 'layout', {
          wavelengths: [550],
          fractions: [0],
          frequencies: [0],
        })
      : undefined;
  const fNumber = layout?.kind === 'lens result' ? layout.value.figures.fNumber : USUAL_F_NUMBER;
  return {
    illuminant: illuminant === '' || isOwnLight(recipe) ? 'D65' : illuminant,
    fNumber: Number(fNumber.toPrecision(3)),
    exposureSeconds: 0.01,
    lux: [100],
  };
}

/** Computes the model until it is the newest draft's. */
function modelling(
  state: Readable<SensorState>,
  set: Set,
  engine: Engine,
  signal: AbortSignal,
  picture: DesignPicture<SensorTable>,
): () => void {
  let isComputing = false;
  const computeAll = async (): Promise<void> => {
    if (isComputing) return;
    isComputing = true;
    try {
      for (;;) {
        const { now, model } = state.current();
        if (now && model && !model.failure && state.current().slots.includes('picture'))
          picture.follow(model.draft.sensor, model.draft.saved.sensor);
        if (!now || model?.draft === now.draft || signal.aborted) break;
        const { draft } = now;
        const started = await engine();
        const answer = await started.sensorModel(draft.sensor, draft.conditions);
        set({
          model:
            answer.kind === 'sensor model'
              ? { draft, value: answer, failure: undefined }
              : {
                  draft,
                  value: state.current().model?.value,
                  failure: failureOf(answer, NO_SENSOR),
                },
        });
      }
    } catch {
      if (!signal.aborted) set({ note: NO_ENGINE });
    } finally {
      isComputing = false;
    }
  };
  return () => void computeAll();
}

/** What is shown, which this tab keeps. */
function viewing(
  state: Readable<SensorState>,
  set: Set,
  compute: () => void,
): Pick<SensorStore, 'showIn' | 'putBeside'> {
  const view = (changes: Partial<SensorView>): void => {
    set(changes);
    const { slots, besides } = state.current();
    keep(VIEW_KEY, { slots, besides });
  };
  return {
    showIn: (slot, name) => {
      view({ slots: state.current().slots.map((one, i) => (i === slot ? name : one)) });
      compute();
    },
    putBeside: (besides) => view({ besides }),
  };
}

/** Takes frames of the sensor. */
function measuring(
  state: Readable<SensorState>,
  set: Set,
  signal: AbortSignal,
): Pick<SensorStore, 'measure' | 'stop'> {
  const { start, stop } = longWork(set, signal, STOPPED);
  return {
    measure: async () => {
      const sensor = state.current().now?.draft.sensor;
      if (!sensor) return;
      await start(async (engine, isOver) => {
        const started = await engine();
        if (isOver()) return;
        const value = await started.sensorMeasured(sensor, (progress) => {
          if (!isOver()) set({ progress });
        });
        if (isOver()) return;
        if (value.kind === 'sensor measured') set({ measured: { sensor, value } });
        else set({ note: failureOf(value, STOPPED).message });
      });
    },
    stop,
  };
}

/** The values of a file as a recipe holds them; defaults stand where the file has none. */
const savedSensor = (sensor: string, parameters: unknown): SavedSensor => ({
  sensor,
  sensorParams: {
    ...initialRecipe.sensorParams,
    ...Object.fromEntries(
      Object.entries(isObject(parameters) ? parameters : {}).map(([key, value]) => [
        key,
        String(value),
      ]),
    ),
  },
});

/** Saves the sensor; one that is as it was opened has its name already. */
async function saving(
  state: Readable<SensorState>,
  set: Set,
  signal: AbortSignal,
): Promise<SavedSensor | undefined> {
  const before = state.current().now;
  if (!before) return undefined;
  const { sensor, saved } = before.draft;
  if (!isChanged(before.draft)) return savedSensor(saved.choice, saved.sensor['sensorParams']);
  try {
    const file = new File([JSON.stringify(sensor)], `${nameOf(sensor)}.json`);
    const { id, name, preview } = await addDesign('sensor', file, nameOf(sensor), signal);
    const choice = ownName(id);
    const now = state.current().now!;
    const draft = { ...now.draft, saved: { sensor, choice } };
    keep(KEY, draft);
    // The model of the draft is also the model of the saved one.
    const { model } = state.current();
    set({
      now: { ...now, draft },
      ...(model?.draft === now.draft && { model: { ...model, draft } }),
      note: `Saved as ${name}, in Mine.`,
    });
    return savedSensor(choice, preview.kind === 'sensor' ? preview.parameters : {});
  } catch (error) {
    if (!signal.aborted) set({ note: sentenceOf(error) });
    return undefined;
  }
}
