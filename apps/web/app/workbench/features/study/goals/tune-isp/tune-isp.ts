import { labels, member } from '@lumenloom/contract';
import { ispNamed, isps, type IspId, type TunedField } from '@lumenloom/engine/catalogue';
import { whyNoLight, type CameraLightAnswer } from '../../../../kit/no-light.ts';
import { suitLight } from '../../../../shell/dialogs/suit-light.ts';
import type { TypedValues } from '../../../../shell/dialogs/parameter-form.ts';
import { neutralAwb } from '../../../../shell/dialogs/white-balance-note.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import { variedField } from '../../../../kit/study/varied-field.ts';
import { sweepFields } from '../../../../kit/study/sweep-fields.ts';
import { darker } from '../optimise/standard-cases.ts';
import { documentOf } from '../optimise/study-document.ts';
import {
  aimAt,
  emptyDraft,
  type Aim,
  type DraftCase,
  type StudyDraft,
} from '../optimise/study-draft.ts';
import type { FirstRun } from './first-run.ts';
import {
  CHART,
  DARK,
  EDGE,
  ERROR,
  GREY,
  SHARPNESS,
  WHITE,
  WHITE_PERCENT,
} from './tuned-figures.ts';

const FEWER_ELECTRONS = 10;

/** What a search makes best. */
export type TuneAim = 'colour' | 'noise';
const AIMED: Readonly<Record<TuneAim, string>> = { colour: ERROR, noise: GREY };

/** What suits the light may start a search with a tenth more noise than white balance alone. */
const MORE_NOISE_DB = 20 * Math.log10(1.1);
/** Colour error that a search for the least noise may add to its start, CIEDE2000. */
const MORE_ERROR = 1;
/** The sharpness may fall by a twentieth. */
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
function draftOf(start: Recipe, aim: TuneAim): StudyDraft {
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
        ...(tuned.firstStep !== undefined && { firstStep: tuned.firstStep }),
      },
    ];
  });
  return {
    ...emptyDraft,
    name: 'Tune ISP',
    fields,
    aims: [aimAt(AIMED[aim])],
    cases: casesOf(start),
    algorithm: 'cma-es',
    runs: String(RUNS),
    keepsStart: true,
  };
}

/** A limit in thousandths, on the side that lets the start keep it. */
const loosely = (value: number, direction: 'min' | 'max'): number =>
  (direction === 'min' ? Math.floor(value * 1000) : Math.ceil(value * 1000)) / 1000;

/** The limits of a search, from the figures of its start in the noise of the search. */
function limitsOf(
  { figures }: Pick<FirstRun, 'figures'>,
  aim: TuneAim,
  clipped: readonly string[],
): readonly Aim[] {
  const limit = (figure: string, direction: 'min' | 'max', value: number): Aim => ({
    figure,
    direction,
    weight: '',
    value: String(loosely(value, direction)),
  });
  const at = (figure: string): number => figures[figure] ?? NaN;
  return [
    aim === 'colour' ? limit(GREY, 'min', at(GREY)) : limit(ERROR, 'max', at(ERROR) + MORE_ERROR),
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
  /** The run of a study that has one: where the limits are. */
  readonly startFigures: (document: object) => Promise<FirstRun>;
}

interface MeasuredStart {
  readonly start: Recipe;
  readonly run: FirstRun;
}

/**
 * The best start: neutral ones before others, then those that have not more noise than the first
 * one, then by what is searched for, all in fresh noise.
 */
function bestStart(
  starts: readonly [MeasuredStart, ...MeasuredStart[]],
  aim: TuneAim,
): MeasuredStart {
  const noiseOf = ({ run }: MeasuredStart): number => -(run.fresh[GREY] ?? -Infinity);
  const errorOf = ({ run }: MeasuredStart): number => run.fresh[ERROR] ?? Infinity;
  const isOff = ({ run }: MeasuredStart): boolean =>
    WHITE.some((figure) => Math.abs(run.figures[figure] ?? 0) > WHITE_PERCENT);
  const isNoisy = (one: MeasuredStart): boolean =>
    noiseOf(one) > noiseOf(starts[0]) + MORE_NOISE_DB;
  const ranksOf = (one: MeasuredStart): readonly number[] => [
    Number(isOff(one)),
    Number(isNoisy(one)),
    aim === 'colour' ? errorOf(one) : noiseOf(one),
  ];
  const isBetter = (one: MeasuredStart, other: MeasuredStart): boolean => {
    const others = ranksOf(other);
    const at = ranksOf(one).findIndex((rank, place) => rank !== others[place]);
    return at >= 0 && ranksOf(one)[at]! < others[at]!;
  };
  return starts.reduce((one, other) => (isBetter(other, one) ? other : one));
}

/**
 * The study of one press: white balance, matrix, gamma, smoothing and edges of the modules that are
 * on, for the least colour error or the least noise, with white neutral and the others of noise,
 * colour, sharpness and clipping not worse. It starts at what suits the light, or at white balance
 * by the light alone, and never ends worse.
 *
 * @throws Error with a sentence where nothing suits the light, or no start has figures.
 */
export async function tuneIsp(
  recipe: Recipe,
  { light, startFigures }: Asked,
  aim: TuneAim = 'colour',
): Promise<{ readonly draft: StudyDraft; readonly document: object }> {
  const clipped = clippedOf(recipe);
  const measured: MeasuredStart[] = [];
  for (const start of await startsOf(recipe, await light({ ...recipe, scene: CHART }))) {
    const run = await startFigures({
      ...documentOf({ ...draftOf(start, aim), runs: '1', algorithm: 'random' }, start),
      keepsStart: undefined,
      objectives: [{ figure: ERROR, goal: 'minimise' }],
      // What has limits is measured again with fresh noise; any picture keeps this one.
      constraints: [{ figure: GREY, min: -1000 }],
      measure: [SHARPNESS, ...clipped, ...WHITE],
    });
    measured.push({ start, run });
  }
  const [first, ...others] = measured.filter(({ run }) => run.status === 'done');
  if (!first) throw new Error(measured[0]!.run.message);
  const best = bestStart([first, ...others], aim);
  const draft = draftOf(best.start, aim);
  const limited = { ...draft, aims: [...draft.aims, ...limitsOf(best.run, aim, clipped)] };
  // Noise compares exposures too.
  return {
    draft: limited,
    document: { ...documentOf(limited, best.start), hold: { exposure: 'first' } },
  };
}
