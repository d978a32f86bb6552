import { contrastPairs, readContrastPairs } from '../analysis/contrast-pairs.ts';
import type { Region } from '../analysis/edge-sfr/region.ts';
import { fieldShading } from '../analysis/field-shading.ts';
import { edgeInformation, USUAL_GAP } from '../analysis/information/edge-information.ts';
import {
  modelInformation,
  readInformationModel,
} from '../analysis/information/information-model.ts';
import { noiseSpectrum, type NoiseKind } from '../analysis/information/noise-spectrum.ts';
import { lampFlicker, readFlickerSeries } from '../analysis/lamp-flicker.ts';
import { measureGrid } from '../analysis/point-grid.ts';
import { acutanceOf, pixelsPerDegree, viewSize } from '../analysis/texture/acutance.ts';
import { leavesSpectrum } from '../analysis/texture/leaves-spectrum.ts';
import { readLeavesChart } from '../analysis/texture/leaves.ts';
import { starSfr } from '../analysis/texture/sine-star.ts';
import { textureSfr } from '../analysis/texture/texture-sfr.ts';
import { readStepChart, toneSteps } from '../analysis/tone-steps.ts';
import { visualNoiseOf } from '../analysis/visual-noise.ts';
import { SRGB_TO_LINEAR } from '../colour/srgb.ts';
import type { RealArray } from '../images/npy.ts';
import { measuredStack, planesOf, regionsOf, type Stack } from '../analysis/frame-stack.ts';
import type { MeasuredChannel } from '../analysis/measured-picture.ts';
import { isObject } from '../text/json-fields.ts';
import { provenRow, type ProofRow } from './proof-row.ts';

/** A golden case of the lab: docs/reference/lab.md#golden-cases. */
export interface LabCase {
  readonly kind: string;
  readonly name: string;
  readonly file?: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly source: string;
  readonly [input: string]: unknown;
}

type Compute = (golden: LabCase, array: RealArray) => Readonly<Record<string, unknown>>;

/** The frames of a case's file, [rows, columns] or [frames, rows, columns], as they are. */
function stackOfArray({ shape, values, largest }: RealArray, { pattern, channel }: LabCase): Stack {
  const [rows, columns] = shape.slice(-2) as [number, number];
  const pictures = Array.from({ length: shape.length === 3 ? shape[0]! : 1 }, (_, i) => ({
    rows,
    columns,
    channels: 1 as const,
    data: values.subarray(i * rows * columns, (i + 1) * rows * columns),
    largest,
  }));
  return measuredStack(pictures, {
    pattern: pattern as string | undefined,
    channel: channel as MeasuredChannel | undefined,
    encoding: 'linear',
    isClipMeasured: true,
  });
}

const regionOfArray = (array: RealArray, golden: LabCase): Region =>
  regionsOf(stackOfArray(array, golden))[0]!;

/** Each kind of case, and the figures that the engine has for it. */
const COMPUTE: Readonly<Record<string, Compute>> = {
  nps: (golden, array) => ({
    ...noiseSpectrum(planesOf(stackOfArray(array, golden)), {
      kind: golden['noise'] as NoiseKind,
      block: golden['block'] as number,
      pixels: golden['pattern'] === undefined ? 1 : 2,
    }),
  }),
  'information-model': ({ model }) => ({ ...modelInformation(readInformationModel(model)) }),
  'information-edge': (golden, array) => ({
    ...edgeInformation(regionsOf(stackOfArray(array, golden)), {
      black: golden['black'] as number,
      gap: USUAL_GAP,
    }),
  }),
  star: (golden, array) => ({
    ...starSfr(regionOfArray(array, golden), {
      centre: golden['centre'] as [number, number],
      cycles: golden['cycles'] as number,
      modulation: golden['modulation'] as number,
      radii: golden['radii'] as number[],
    }),
  }),
  texture: (golden, array) => {
    const found = textureSfr(regionOfArray(array, golden), readLeavesChart(golden['chart']), {
      noiseVariance: golden['noiseVariance'] as number,
    });
    const perDegree = pixelsPerDegree(viewSize(golden['view'] as string), golden['rows'] as number);
    return { ...found, acutance: acutanceOf(found.frequency, found.cross, perDegree).acutance };
  },
  'leaves-spectrum': ({ chart, expected }) => ({
    frequency: expected['frequency'],
    power: leavesSpectrum(readLeavesChart(chart), expected['frequency'] as number[]),
  }),
  acutance: ({ frequency, sfr, view, rows }) => ({
    ...acutanceOf(
      frequency as number[],
      sfr as number[],
      pixelsPerDegree(viewSize(view as string), rows as number),
    ),
  }),
  'visual-noise': ({ view, rows }, { shape, values }) => ({
    ...visualNoiseOf(
      {
        rows: shape[0]!,
        columns: shape[1]!,
        linear: values.map((code) => SRGB_TO_LINEAR[code]!),
      },
      pixelsPerDegree(viewSize(view as string), rows as number),
    ),
  }),
  steps: (golden, array) => ({
    ...toneSteps(stackOfArray(array, golden), readStepChart(golden['patches'])),
  }),
  contrast: (golden, array) => ({
    pairs: contrastPairs(stackOfArray(array, golden), readContrastPairs(golden['pairs']), {
      epsilon: golden['epsilon'] as number,
      kind: golden['contrast'] as 'michelson' | 'weber',
    }),
  }),
  flicker: ({ series }) => ({ ...lampFlicker(readFlickerSeries(series)) }),
  grid: ({ grid }) => ({ ...measureGrid(grid) }),
  shading: (_, { shape, values }) => ({
    ...fieldShading({ rows: shape[0]!, columns: shape[1]!, channels: 3, linear: values }),
  }),
};

/** Relative tolerances, as the `why` of the cases gives them, by kind and key. */
const ALLOWED: Readonly<Record<string, number | Readonly<Record<string, number>>>> = {
  // Against a sum of squares of 6 to 24 frames with ten printed digits.
  nps: 1e-6,
  'information-model': 1e-6,
  // Two estimators of the SFR.
  'information-edge': { rest: 0.04, dark: 0.003, light: 0.003, angleDegrees: 0.003 },
  star: { rest: 1e-6, capacityStar: 1e-3 },
  texture: { rest: 1e-5, power: 1e-3 },
  'leaves-spectrum': 1e-3,
  acutance: 1e-6,
  'visual-noise': 1e-5,
  steps: 1e-6,
  contrast: 1e-9,
  // The inputs have ten digits.
  flicker: 1e-6,
  grid: 1e-6,
  shading: 1e-6,
};
/**
 * Numbers of goldens that are wrong, by kind and place: what SciPy's adaptive quadrature of the
 * same formula gives (1.17, quad over the radii, 7,056 Gauss points over the distances).
 */
const CORRECTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'leaves-spectrum': { 'power[4]': 0.00479267782 },
};

/** A table has kinks, which cross the panels of its integrals. */
const TABLE = 3e-4;
/** Differences of a sine and of a response are shares of 1. */
const RESPONSES = ['sfr', 'neq', 'cross', 'power', 'segments', 'mean'] as const;
/** Below it a number is 0, as the golden's ten digits have it. */
const NOTHING = 1e-12;

/** Kinds whose rows have places of their own in the goldens of the lab. */
export const LAB_KINDS = Object.keys(COMPUTE);

/**
 * The row of a golden case: the figure that is farthest from what is expected, measured by its
 * tolerance.
 *
 * @param array of the case's file, empty where it has none.
 */
export function labRow(golden: LabCase, index: number, array: RealArray): ProofRow {
  const compute = COMPUTE[golden.kind]!;
  const found = compute(golden, array);
  const isTable = isObject(golden['model']) && 'frequency' in (golden['model']['mtf'] as object);
  const pairs = pairsOf(golden.expected, found).filter(
    ({ path }) => !(golden.kind === 'information-edge' && /^(frequency|sfr|neq)/.test(path)),
  );
  const corrected = CORRECTED[golden.kind] ?? {};
  const worst = pairs
    .map((pair) => ({ ...pair, theirs: corrected[pair.path] ?? pair.theirs }))
    .map((pair) => {
      const key = /^[a-zA-Z]+/.exec(pair.path)![0];
      const allowed = isTable ? TABLE : allowedOf(golden.kind, key);
      const isResponse = golden.kind !== 'nps' && (RESPONSES as readonly string[]).includes(key);
      const size = isResponse
        ? Math.max(Math.abs(pair.theirs), golden.kind === 'leaves-spectrum' ? 0 : 0.1)
        : Math.abs(pair.theirs);
      const apart = Math.abs(pair.ours - pair.theirs);
      const difference = apart < NOTHING ? 0 : apart / size;
      return { ...pair, allowed, difference, part: difference / allowed };
    })
    .reduce((most, pair) => (pair.part > most.part || Number.isNaN(pair.part) ? pair : most));
  const row = provenRow(
    {
      id: `lab.${golden.kind}.${index + 1}`,
      group: 'lab',
      what: `${golden.name}: ${worst.path}`,
      theirs: worst.theirs,
      unit: '',
      allowed: worst.allowed,
      kind: 'relative',
      source: golden.source,
    },
    worst.ours,
  );
  const held = worst.difference <= worst.allowed;
  const wrong = pairs.filter(({ path }) => path in corrected);
  const note =
    wrong.length === 0
      ? null
      : wrong
          .map(
            ({ path, theirs }) =>
              `${path} of the golden is ${theirs}, which is wrong: SciPy gives ${corrected[path]!}`,
          )
          .join('; ');
  return { ...row, difference: worst.difference, held, note };
}

function allowedOf(kind: string, key: string): number {
  const allowed = ALLOWED[kind]!;
  return typeof allowed === 'number' ? allowed : (allowed[key] ?? allowed['rest']!);
}

interface Pair {
  readonly path: string;
  readonly theirs: number;
  readonly ours: number;
}

/** Every number that is expected, with ours at the same place. */
function pairsOf(expected: unknown, found: unknown, path = ''): readonly Pair[] {
  if (typeof expected === 'number')
    return [{ path, theirs: expected, ours: typeof found === 'number' ? found : NaN }];
  if (Array.isArray(expected))
    return expected.flatMap((value: unknown, i) =>
      pairsOf(value, Array.isArray(found) ? found[i] : undefined, `${path}[${i}]`),
    );
  if (!isObject(expected)) return [];
  return Object.entries(expected).flatMap(([key, value]) =>
    pairsOf(value, isObject(found) ? found[key] : undefined, path === '' ? key : `${path}.${key}`),
  );
}
