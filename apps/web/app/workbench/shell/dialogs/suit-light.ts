import type { LightOfCamera, NoResult } from '@lumenloom/browser-host';
import { parametersOfIsp } from '@lumenloom/contract';
import {
  ispNamed,
  whyNotSuited,
  type FieldValue,
  type IspId,
  type Matrix,
} from '@lumenloom/engine/catalogue';
import { whyNoLight } from '../../kit/no-light.ts';
import type { TypedValue } from '../../model/recipe/recipe.ts';
import { withDefaults, type Cells, type TypedValues } from './parameter-form.ts';
import { lightInWords } from './white-balance-note.ts';

/** Values that were filled in, and a sentence that says which. */
export interface FilledIn {
  readonly sentence: string;
  readonly changes: TypedValues;
  /** Nothing could be suited; the sentence says why. */
  readonly isRefused?: true;
}

/** The light and the sensor that values are to suit. */
export type SuitedCamera = Pick<LightOfCamera, 'label' | 'energy' | 'sensor'>;

/** A number as it would be typed. */
const typedOf = (value: FieldValue | undefined): TypedValue => {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) && Array.isArray(value[0])
    ? (value as Matrix).map((row) => row.map(String))
    : String(value);
};

/** Gains and cells are whole numbers, so what suits already may differ by one. */
const ROUNDING = 1;

const isNear = (one: TypedValue | undefined, other: TypedValue): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    const cells = (other as Cells).flat();
    return (one as Cells).flat().every((cell, at) => isNear(cell, cells[at]!));
  }
  if (typeof other === 'boolean') return one === other;
  return Math.abs(Number(one) - Number(other)) <= ROUNDING;
};

/** Figures of the chart before and after. */
const figures = (before: number, after: number, digits = 1): string =>
  `${before.toFixed(digits)}\u00a0→\u00a0${after.toFixed(digits)}`;

/**
 * Values of an ISP that suit light and sensor of a recipe, as they develop the Macbeth chart with
 * the typed ones, and what they make better (docs/reference/measuring.md#suit-light).
 */
export async function suitLight(
  camera: SuitedCamera | NoResult,
  isp: IspId,
  typed: TypedValues,
): Promise<FilledIn> {
  const refuse = (sentence: string): FilledIn => ({ sentence, changes: {}, isRefused: true });
  const { fields, suit, lacks } = ispNamed(isp);
  if (!suit) return refuse(lacks.suit!);
  if (!('energy' in camera)) return refuse(whyNoLight(camera));
  const { sensor, energy } = camera;
  const whyNot = whyNotSuited(isp, sensor);
  if (whyNot) return refuse(whyNot.message);
  const before = withDefaults(fields, typed);
  const ispParameters = parametersOfIsp(isp, before, sensor.bits);
  if (!ispParameters.ok) return refuse(ispParameters.problems[0]!.message);
  const [{ SimulationError }, code] = await Promise.all([
    import('@lumenloom/engine/measuring'),
    suit.load(),
  ]);
  try {
    const suited = code.suit(energy, sensor, ispParameters.value.parameters);
    const chart = `the Macbeth chart under ${lightInWords(camera)}`;
    if (!suited.isBetter)
      return {
        sentence: `${suit.changes} stay: no others were found that lower the colour error of ${chart}, CIEDE2000 ${suited.before.mean.toFixed(1)}, without clipping more.`,
        changes: {},
      };
    const changes = Object.fromEntries(
      Object.entries(suited.parameters).flatMap(([key, value]) =>
        isNear(before[key], typedOf(value)) ? [] : [[key, typedOf(value)]],
      ),
    );
    const words = Object.entries(changes).map(([key, value]) =>
      changeInWords(fields.find((field) => field.key === key)!.label, before[key]!, value),
    );
    return {
      sentence: `For ${chart}: CIEDE2000 ${figures(suited.before.mean, suited.after.mean)}, clipped by ${suit.clips} ${figures(suited.before.clippedPercent, suited.after.clippedPercent)}\u00a0%. A white diffuser, not the slightly yellow white patch, is neutral. Changed: ${words.join(', ')}.`,
      changes,
    };
  } catch (error) {
    if (error instanceof SimulationError) return refuse(error.message);
    throw error;
  }
}

/** One change: before and after of a number, the number of cells of a matrix that have changed. */
function changeInWords(label: string, before: TypedValue, after: TypedValue): string {
  if (typeof after === 'boolean') return `${label} ${after ? 'on' : 'off'}`;
  if (!Array.isArray(after)) return `${label} ${String(before)}\u00a0→\u00a0${String(after)}`;
  const cells = (after as Cells).flat();
  const old = (before as Cells).flat();
  const changed = cells.filter((cell, at) => !isNear(old[at], cell)).length;
  return `${changed} of ${cells.length} ${label}`;
}
