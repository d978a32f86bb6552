import { labels, member, type StudyRun } from '@lumenloom/contract';
import { ispNamed, isps, type IspId, type TunedField } from '@lumenloom/engine/catalogue';
import { whyNoLight, type CameraLightAnswer } from '../../kit/no-light.ts';
import { suitLight } from '../../shell/dialogs/suit-light.ts';
import type { TypedValues } from '../../shell/dialogs/parameter-form.ts';
import { neutralAwb } from '../../shell/dialogs/white-balance-note.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { variedField } from '../../kit/study/varied-field.ts';
import { sweepFields } from '../../kit/study/sweep-fields.ts';
import { darker } from './standard-cases.ts';
import { documentOf } from './study-document.ts';
import { aimAt, emptyDraft, type Aim, type DraftCase, type StudyDraft } from './study-draft.ts';

const CHART = 'Macbeth';
const EDGE = 'Slanted Edge';
const DARK = 'Macbeth, a tenth of the light';
const FEWER_ELECTRONS = 10;

const ERROR = `case:${CHART}/measurements.colour.mean`;
const GREY = `case:${DARK}/measurements.noise.grey18Db`;
const SHARPNESS = `case:${EDGE}/measurements.sfr.edges.0.developed.mtf50`;
/** How far a white diffuser is from neutral, and how far it may be, per cent. */
const WHITE = ['blueOverRedPercent', 'greenPercent'].map(
  (name) => `case:${CHART}/isp.whiteBalance.${name}`,
);
const WHITE_PERCENT = 1;

/** Noise may grow by a tenth, and the sharpness may fall by a twentieth. */
const MORE_NOISE_DB = 20 * Math.log10(1.1);
const LESS_SHARP = 0.95;
const CLIPPED_PERCENT = 1;
const RUNS = 400;

/** Scenes and light at which each point is computed. */
const casesOf = (recipe: Recipe): readonly DraftCase[] => [
  { name: CHART, set: { scene: CHART } },
  { name: EDGE, set: { scene: EDGE } },
  { name: DARK, set: darker(recipe, FEWER_ELECTRONS, { scene: CHART }) },
];

/** The ISP of a recipe; the first of the list where none is chosen. */
const ispOf = ({ isp }: Recipe): IspId =>
  member(isps, isp)?.[0] ?? (Object.keys(isps) as [IspId])[0];

/** Parts of a recipe with parameters of ISPs. */
type IspKey = (typeof isps)[IspId]['wireKey'];

/**
 * Where a search may start: the values of today with neutral gains, which develop as the rule
 * `truth` does, and those that suit the light, where there are any. The rules of the recipe end,
 * because the search varies the numbers that they stand for.
 *
 * @throws Error with a sentence where the light is not known or nothing suits it.
 */
async function startsOf(recipe: Recipe, light: CameraLightAnswer): Promise<readonly Recipe[]> {
  const id = ispOf(recipe);
  const wireKey: IspKey = isps[id].wireKey;
  const { whiteBalance: _, colourMatrix: __, ...unruled } = recipe;
  if (!ispNamed(id).suit) return [unruled];
  if (light.kind !== 'camera light') throw new Error(whyNoLight(light));
  const typed = recipe[wireKey];
  const { changes, sentence, isRefused } = await suitLight(light, id, typed);
  if (isRefused) throw new Error(sentence);
  const holding = (values: TypedValues): Recipe => ({
    ...unruled,
    [wireKey]: { ...typed, ...values },
  });
  const gains = neutralAwb(light, typed);
  const byLight =
    gains && holding({ awbEnabled: true, awbR: String(gains.awbR), awbB: String(gains.awbB) });
  const isChanged = Object.keys(changes).length > 0;
  return [...(byLight ? [byLight] : []), ...(isChanged || !byLight ? [holding(changes)] : [])];
}

/** What a search must not let clip more. */
const clippedOf = (recipe: Recipe): readonly string[] =>
  (ispNamed(ispOf(recipe)).tuning?.clipped ?? []).map((place) => `case:${CHART}/${place}`);

/** How Tune ISP varies a field of the recipe; undefined where it does not. */
function tunedAt(path: string, recipe: Recipe): TunedField | undefined {
  const id = ispOf(recipe);
  const { tuning } = ispNamed(id);
  const wireKey: IspKey = isps[id].wireKey;
  return tuning?.varied.find(
    ({ key, cells, needs }) =>
      (cells?.map(([row, column]) => `${key}[${row}][${column}]`) ?? [key]).some(
        (one) => path === `${wireKey}.${one}`,
      ) &&
      (needs === undefined || recipe[wireKey][needs] !== false),
  );
}

/** Why the ISP of a recipe cannot be tuned; undefined where it can. */
export const whyNotTuned = ({ isp, sensor }: Recipe): string | undefined => {
  const [id] = member(isps, isp) ?? [];
  if (!id) return `Choose ${labels(isps)[0]!} first.`;
  const { tuning, lacks } = ispNamed(id);
  if (!tuning) return lacks.tuning;
  return sensor === '' ? 'Choose a sensor first.' : undefined;
};

/** The draft of a search without limits that starts at a recipe. */
function draftOf(start: Recipe): StudyDraft {
  const fields = sweepFields(start, []).flatMap((field) => {
    const tuned = tunedAt(field.path, start);
    if (!tuned) return [];
    const [low, high] = tuned.range;
    const { current, size = 1 } = field;
    const around = Math.abs(current) > size / 8 ? undefined : size / 4;
    const ends =
      around === undefined ? [current * low, current * high] : [current - around, current + around];
    const [from, to] = ends.map(Math.round).sort((one, other) => one - other) as [number, number];
    const isWhole = field.limits?.whole === true || tuned.cells !== undefined;
    return [
      {
        ...variedField(field),
        from: String(isWhole ? from : Number(Math.min(...ends).toPrecision(4))),
        to: String(isWhole ? to : Number(Math.max(...ends).toPrecision(4))),
      },
    ];
  });
  return {
    ...emptyDraft,
    name: 'Tune ISP',
    fields,
    aims: [aimAt(ERROR)],
    cases: casesOf(start),
    algorithm: 'cma-es',
    runs: String(RUNS),
    keepsStart: true,
  };
}

/** A limit in thousandths, on the side that lets the start keep it. */
const loosely = (value: number, direction: 'min' | 'max'): number =>
  (direction === 'min' ? Math.floor(value * 1000) : Math.ceil(value * 1000)) / 1000;

/** The limits of a search, from the figures of its start. */
function limitsOf(
  { figures }: Pick<StudyRun, 'figures'>,
  clipped: readonly string[],
): readonly Aim[] {
  const limit = (figure: string, direction: 'min' | 'max', value: number): Aim => ({
    ...{ figure, direction, weight: '' },
    value: String(loosely(value, direction)),
  });
  const at = (figure: string): number => figures[figure] ?? NaN;
  return [
    limit(GREY, 'min', at(GREY) - MORE_NOISE_DB),
    limit(SHARPNESS, 'min', LESS_SHARP * at(SHARPNESS)),
    ...clipped.map((figure) => limit(figure, 'max', Math.max(CLIPPED_PERCENT, at(figure)))),
    ...WHITE.filter((figure) => Number.isFinite(at(figure))).flatMap((figure) => [
      limit(figure, 'min', -WHITE_PERCENT),
      limit(figure, 'max', WHITE_PERCENT),
    ]),
  ].filter(({ value }) => value !== 'NaN');
}

/** What a press of Tune ISP asks for. */
interface Asked {
  /** Light and sensor of a recipe. */
  readonly light: (recipe: Recipe) => Promise<CameraLightAnswer>;
  /** Figures of a study with one run: where the limits are. */
  readonly startFigures: (
    document: object,
  ) => Promise<Pick<StudyRun, 'figures' | 'status' | 'message'>>;
}

/** Neutral ones before others, then by the error of their colours. */
const isBetterStart = (
  one: Pick<StudyRun, 'figures'>,
  other: Pick<StudyRun, 'figures'>,
): boolean => {
  const isOff = ({ figures }: Pick<StudyRun, 'figures'>): number =>
    Number(WHITE.some((figure) => Math.abs(figures[figure] ?? 0) > WHITE_PERCENT));
  const errorOf = ({ figures }: Pick<StudyRun, 'figures'>): number => figures[ERROR] ?? Infinity;
  return (
    isOff(one) - isOff(other) < 0 || (isOff(one) === isOff(other) && errorOf(one) < errorOf(other))
  );
};

/**
 * The study of one press: white balance, matrix, gamma, smoothing and edges of the modules that are
 * on, for the least colour error that leaves white neutral and makes noise, sharpness and clipping
 * not worse. It starts at what suits the light, or at white balance by the light alone, whichever
 * has the less error, and never ends worse.
 *
 * @throws Error with a sentence where nothing suits the light, or no start has figures.
 */
export async function tuneIsp(
  recipe: Recipe,
  { light, startFigures }: Asked,
): Promise<{ readonly draft: StudyDraft; readonly document: object }> {
  const clipped = clippedOf(recipe);
  const measured: {
    readonly start: Recipe;
    readonly run: Awaited<ReturnType<Asked['startFigures']>>;
  }[] = [];
  for (const start of await startsOf(recipe, await light({ ...recipe, scene: CHART }))) {
    const run = await startFigures({
      ...documentOf({ ...draftOf(start), runs: '1', algorithm: 'random' }, start),
      ...{ validate: undefined, keepsStart: undefined },
      measure: [GREY, SHARPNESS, ...clipped, ...WHITE],
    });
    measured.push({ start, run });
  }
  const done = measured.filter(({ run }) => run.status === 'done');
  if (done.length === 0) throw new Error(measured[0]!.run.message);
  const best = done.reduce((one, other) => (isBetterStart(other.run, one.run) ? other : one));
  const draft = draftOf(best.start);
  const limited = { ...draft, aims: [...draft.aims, ...limitsOf(best.run, clipped)] };
  return { draft: limited, document: documentOf(limited, best.start) };
}
