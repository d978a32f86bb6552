import type { AdjustedLens, Coating } from '@lumenloom/engine';
import {
  GHOST_PAIRS,
  USUAL_SHOULDER_DEGREES,
  USUAL_SLOPE,
  coatingOf,
  toEngineUnits,
  type Field,
} from '@lumenloom/engine/catalogue';
import { pageMessages } from '../page-messages.ts';
import type { Problem } from './decoded.ts';
import type { GivenParameters } from './given-parameters.ts';
import { STRAY_FIELDS } from './optics-fields.ts';

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
