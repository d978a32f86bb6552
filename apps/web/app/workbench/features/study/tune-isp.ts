import { isps } from '@lumenloom/engine/catalogue';
import { member, type StudyRun } from '@lumenloom/contract';
import { suitLight } from '../../shell/dialogs/suit-light.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { variedField } from '../../kit/study/varied-field.ts';
import { sweepFields } from '../../kit/study/sweep-fields.ts';
import { darker } from './standard-cases.ts';
import { documentOf } from './study-document.ts';
import { aimAt, emptyDraft, type Aim, type DraftCase, type StudyDraft } from './study-draft.ts';

/** What varies of each module that is on, and how far about its value. */
const TUNED: readonly {
  readonly needs: string;
  readonly paths: RegExp;
  /** Smallest and largest share of the value; a zero varies by a share of the largest number. */
  readonly range: readonly [low: number, high: number];
}[] = [
  { needs: 'awbEnabled', paths: /^ispParams\.awb[RB]$/, range: [0.7, 1.4] },
  {
    needs: 'ccmEnabled',
    // Off the diagonal that the channel order of this ISP has; the rest follows.
    paths: /^ispParams\.ccmValues\[(0\]\[[01]|1\]\[[02]|2\]\[[12])\]$/,
    range: [0.5, 1.5],
  },
  { needs: 'gacEnabled', paths: /^ispParams\.gacOffset$/, range: [0.6, 1.6] },
  { needs: 'nlmEnabled', paths: /^ispParams\.nlmHeight$/, range: [0.2, 4] },
  { needs: 'bnfEnabled', paths: /^ispParams\.bnfNormGain$/, range: [0.4, 3] },
  { needs: 'eehEnabled', paths: /^ispParams\.eehGain$/, range: [0.3, 3] },
];

const CHART = 'Macbeth';
const EDGE = 'Slanted Edge';
const DARK = 'Macbeth, a tenth of the light';
const FEWER_ELECTRONS = 10;

const ERROR = `case:${CHART}/measurements.colour.mean`;
const GREY = `case:${DARK}/measurements.noise.grey18Db`;
const SHARPNESS = `case:${EDGE}/measurements.sfr.edges.0.developed.mtf50`;
const CLIPPED = [0, 1, 2].map((channel) => `case:${CHART}/isp.clippedPercent.ccm.${channel}`);

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

/** The recipe with white balance and matrix that suit its light, which the search starts from. */
async function suited(recipe: Recipe): Promise<Recipe> {
  const [, isp] = member(isps, recipe.isp) ?? [];
  const { changes } = await suitLight(recipe, isp?.fields ?? [], recipe.ispParams);
  return {
    ...recipe,
    ispParams: { ...recipe.ispParams, ...changes },
  };
}

/** Why the ISP of a recipe cannot be tuned; undefined where it can. */
export const whyNotTuned = ({ isp, sensor }: Recipe): string | undefined => {
  if (isp !== isps.fastOpenIsp.label) return 'Choose Fast-openISP first.';
  return sensor === '' ? 'Choose a sensor first.' : undefined;
};

/** The draft of a search without limits, and the recipe that it starts from. */
export async function tuneDraft(
  recipe: Recipe,
): Promise<{ readonly draft: StudyDraft; readonly start: Recipe }> {
  const start = await suited(recipe);
  const fields = sweepFields(start, []).flatMap((field) => {
    const tuned = TUNED.find(
      ({ needs, paths }) => paths.test(field.path) && start.ispParams[needs] !== false,
    );
    if (!tuned) return [];
    const [low, high] = tuned.range;
    const { current, size = 1 } = field;
    const around = Math.abs(current) > size / 8 ? undefined : size / 4;
    const ends =
      around === undefined ? [current * low, current * high] : [current - around, current + around];
    const [from, to] = ends.map(Math.round).sort((one, other) => one - other) as [number, number];
    const isWhole = field.limits?.whole === true || field.path.includes('ccmValues');
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
function limitsOf({ figures }: Pick<StudyRun, 'figures'>): readonly Aim[] {
  const limit = (figure: string, direction: 'min' | 'max', value: number): Aim => ({
    ...{ figure, direction, weight: '' },
    value: String(loosely(value, direction)),
  });
  const at = (figure: string): number => figures[figure] ?? NaN;
  return [
    limit(GREY, 'min', at(GREY) - MORE_NOISE_DB),
    limit(SHARPNESS, 'min', LESS_SHARP * at(SHARPNESS)),
    ...CLIPPED.map((figure) => limit(figure, 'max', Math.max(CLIPPED_PERCENT, at(figure)))),
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
  const first = await startFigures({
    ...documentOf({ ...draft, runs: '1', algorithm: 'random' }, start),
    validate: undefined,
    measure: [GREY, SHARPNESS, ...CLIPPED],
  });
  if (first.status !== 'done') throw new Error(first.message);
  const limited = { ...draft, aims: [...draft.aims, ...limitsOf(first)] };
  return { draft: limited, document: documentOf(limited, start) };
}
