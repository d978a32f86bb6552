import type { AdjustedLens, Coating } from '@lumenloom/engine';
import {
  GHOST_PAIRS,
  USUAL_SHOULDER_DEGREES,
  USUAL_SLOPE,
  coatingOf,
  toEngineUnits,
  type ChoiceField,
  type Field,
  type NumberField,
} from '@lumenloom/engine/catalogue';
import { pageMessages } from '../page-messages.ts';
import type { Problem } from './decoded.ts';
import type { GivenParameters } from './given-parameters.ts';

/** Fields of `opticsParams`: without them a lens has no stray light. */
export const STRAY_FIELDS = [
  {
    kind: 'number',
    key: 'scatter',
    label: 'Scatter',
    unit: '%',
    min: 0,
    max: 50,
    default: 0,
    span: [0, 5],
    help: 'Share of the light that the lens scatters, at every wavelength.',
  },
  {
    kind: 'number',
    key: 'scatterShoulder',
    label: 'Scatter shoulder',
    unit: '°',
    min: 0.01,
    max: 20,
    default: USUAL_SHOULDER_DEGREES,
    span: [0.1, 5],
    help: 'Angle at which the scattered light begins to thin out; blank: 0.5.',
  },
  {
    kind: 'number',
    key: 'scatterSlope',
    label: 'Scatter slope',
    unit: '',
    min: 0.5,
    max: 4,
    default: USUAL_SLOPE,
    span: [1, 3],
    help: 'Power by which it thins out beyond the shoulder; blank: 1.5.',
  },
  {
    kind: 'choice',
    key: 'coating',
    label: 'Coating',
    options: ['', 'uncoated', 'mgf2'],
    default: '',
    help: 'What the surfaces between air and glass bear; blank: they reflect nothing.',
  },
  {
    kind: 'number',
    key: 'coatingReflectance',
    label: 'Coating reflectance',
    unit: '%',
    min: 0,
    max: 20,
    default: 1,
    proposed: true,
    span: [0, 5],
    help: 'What each of them reflects at every angle, in place of a coating.',
  },
  {
    kind: 'number',
    key: 'ghostPairs',
    label: 'Ghost pairs',
    unit: '',
    min: 0,
    max: 200,
    whole: true,
    default: GHOST_PAIRS,
    proposed: true,
    span: [0, 50],
    help: 'The strongest so many ghosts are in the picture; blank: 20 with a coating.',
  },
  {
    kind: 'number',
    key: 'sensorReflectance',
    label: 'Sensor reflectance',
    unit: '%',
    min: 0,
    max: 50,
    default: 0,
    span: [0, 10],
    help: 'What the sensor reflects like a mirror.',
  },
] as const satisfies readonly (NumberField | ChoiceField)[];

/** Fields that need a coating where they ask for something. */
const OF_COATINGS = ['ghostPairs', 'sensorReflectance'] as const;

/** The fields of stray light in the engine's units; undefined where they are blank. */
interface StrayValues {
  readonly scatter?: number;
  readonly scatterShoulder?: number;
  readonly scatterSlope?: number;
  readonly coating?: Extract<Coating, string>;
  readonly coatingReflectance?: number;
  readonly ghostPairs?: number;
  readonly sensorReflectance?: number;
}

const strayIn = (requested: GivenParameters | undefined): StrayValues =>
  toEngineUnits<readonly Field[]>(
    STRAY_FIELDS.filter(({ key }) => (requested?.[key] ?? '') !== ''),
    requested ?? {},
  );

const coatingIn = ({ coating, coatingReflectance }: StrayValues): Coating | undefined =>
  coatingOf(coating, coatingReflectance);

/** What a request asks of stray light that no lens can do. */
export function strayProblems(requested: GivenParameters | undefined): Problem[] {
  if (coatingIn(strayIn(requested)) !== undefined) return [];
  return OF_COATINGS.filter(
    (key) =>
      requested?.[key] !== undefined && !(key === 'sensorReflectance' && requested[key] === 0),
  ).map((key) => ({ field: `opticsParams.${key}`, message: pageMessages.ghostsNeedCoating }));
}

/** The stray light of a request, checked; undefined where there is none. */
export function planStray(
  requested: GivenParameters | undefined,
): Pick<AdjustedLens, 'scatter' | 'ghosts'> | undefined {
  const stray = strayIn(requested);
  const coating = coatingIn(stray);
  const { scatter: share = 0 } = stray;
  if (share === 0 && coating === undefined) return undefined;
  return {
    ...(share > 0 && {
      scatter: {
        share,
        shoulder: stray.scatterShoulder ?? (USUAL_SHOULDER_DEGREES * Math.PI) / 180,
        slope: stray.scatterSlope ?? USUAL_SLOPE,
      },
    }),
    ...(coating !== undefined && {
      ghosts: {
        coating,
        pairs: stray.ghostPairs ?? GHOST_PAIRS,
        sensor: stray.sensorReflectance ?? 0,
      },
    }),
  };
}
