import { patchColours } from '../../../analysis/colour/patches.ts';
import { log } from '../../../quantities/elementary.ts';
import { pictureMap } from '../chart-map.ts';
import { CHART, macbethReferences } from '../../../scenes/macbeth/chart-colours.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import { photonsToEnergy } from '../../../quantities/wavelengths.ts';
import { GREY_COLUMNS, GREY_ROWS } from '../../../scenes/grey-steps/descriptor.ts';
import type { NoiseResults } from './descriptor.ts';

const GREY = 0.18;

/**
 * Noise of the greys of the chart in the developed picture; undefined without one.
 *
 * @see docs/reference/measuring.md#in-a-run
 */
export function measure(shot: MeasuredShot): NoiseResults | undefined {
  const { developed, mosaic } = shot;
  if (!mosaic || developed?.channels !== 3) return undefined;
  const { grid, reflectances } = greysOf(shot);
  const patches = patchColours(developed, { ...grid, map: pictureMap(shot) });
  const greys = patches.flatMap(({ snrDb, clipped }, patch) =>
    reflectances[patch] === undefined
      ? []
      : [{ reflectance: reflectances[patch], snrDb, ...(clipped && { clipped }) }],
  );
  return { grey18Db: greyAt(GREY, greys), greys };
}

/** The patches of the chart, and the reflectance of each that is grey. */
function greysOf({ plan, lit }: MeasuredShot) {
  if (plan.scene.id === 'macbeth')
    return {
      grid: CHART,
      reflectances: macbethReferences(photonsToEnergy(lit.white)).map(({ xyz, isGrey }) =>
        isGrey ? xyz[1] : undefined,
      ),
    };
  const { densityRange } = plan.scene.parameters as { readonly densityRange: number };
  const last = GREY_ROWS * GREY_COLUMNS - 1;
  return {
    grid: { rows: GREY_ROWS, columns: GREY_COLUMNS },
    reflectances: Array.from(
      { length: last + 1 },
      (_, step) => 10 ** ((-densityRange * step) / last),
    ),
  };
}

/** SNR at a reflectance, between the two greys around it by the logarithm of reflectance. */
function greyAt(reflectance: number, greys: NoiseResults['greys']): number | null {
  const after = greys.findIndex((grey) => grey.reflectance <= reflectance);
  const [brighter, darker] = [greys[after - 1], greys[after]];
  if (!brighter || !darker || brighter.snrDb === null || darker.snrDb === null) return null;
  const share =
    log(reflectance / brighter.reflectance) / log(darker.reflectance / brighter.reflectance);
  return brighter.snrDb + share * (darker.snrDb - brighter.snrDb);
}
