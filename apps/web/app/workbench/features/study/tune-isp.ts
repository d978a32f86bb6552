import { labels, member, type StudyRun } from '@lumenloom/contract';
import { ispNamed, isps, type IspId, type TunedField } from '@lumenloom/engine/catalogue';
import { suitLight } from '../../shell/dialogs/suit-light.ts';
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

/** The recipe with values that suit its light, where the ISP has such; the search starts there. */
async function suited(recipe: Recipe): Promise<Recipe> {
  const id = ispOf(recipe);
  const { suit } = ispNamed(id);
  const wireKey: IspKey = isps[id].wireKey;
  if (!suit) return recipe;
  const { changes } = await suitLight(recipe, id, recipe[wireKey]);
  return { ...recipe, [wireKey]: { ...recipe[wireKey], ...changes } };
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

/** The draft of a search without limits, and the recipe that it starts from. */
export async function tuneDraft(
  recipe: Recipe,
): Promise<{ readonly draft: StudyDraft; readonly start: Recipe }> {
  const start = await suited(recipe);
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
    start,
    draft: {
      ...emptyDraft,
      name: 'Tune ISP',
      fields,
      aims: [aimAt(ERROR)],
      cases: casesOf(start),
      algorithm: 'cma-es',
      runs: String(RUNS),
    },
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
  ].filter(({ value }) => value !== 'NaN');
}

/**
 * The study of one press: white balance, matrix, gamma, smoothing and edges of the modules that are
 * on, for the least colour error that makes noise, sharpness and clipping not worse.
 *
 * @param startFigures figures of a study with one run: what the limits are measured against.
 * @throws Error with a sentence where the start has no figures.
 */
export async function tuneIsp(
  recipe: Recipe,
  startFigures: (document: object) => Promise<Pick<StudyRun, 'figures' | 'status' | 'message'>>,
): Promise<{ readonly draft: StudyDraft; readonly document: object }> {
  const { draft, start } = await tuneDraft(recipe);
  const clipped = clippedOf(recipe);
  const first = await startFigures({
    ...documentOf({ ...draft, runs: '1', algorithm: 'random' }, start),
    validate: undefined,
    measure: [GREY, SHARPNESS, ...clipped],
  });
  if (first.status !== 'done') throw new Error(first.message);
  const limited = { ...draft, aims: [...draft.aims, ...limitsOf(first, clipped)] };
  return { draft: limited, document: documentOf(limited, start) };
}
