import { SimulationError } from '../../simulation-error.ts';
import type { Lens } from '../lens.ts';
import { isMoved, refuseActive, type LensDesign } from '../ray-trace/lens-design.ts';
import { addGhosts } from './add-ghosts.ts';
import { ghostsOf, type FieldGhosts } from './ghosts.ts';
import type { GhostSettings } from './ghost-settings.ts';
import { farthestSource, ghostTable } from './ghost-table.ts';
import { SENSOR, type GhostPair } from './ghost-trace.ts';
import { NO_STRAY, type StrayFacts } from './stray-facts.ts';

/** At which the ghosts are ranked and reported, nm. */
const RANKED_AT = 550;
/** Ghosts in a report. */
const REPORTED = 10;

/**
 * A lens whose surfaces reflect light, with its ghosts in the picture: of the whole scene, also of
 * what lies beyond the sensor and the image circle (docs/reference/depth.md#ghosts-in-pictures).
 *
 * @param lens with the light that its surfaces let through.
 * @param design undefined for the ideal lens, which has no surfaces.
 */
export function withGhosts(
  lens: Lens,
  design: LensDesign | undefined,
  settings: GhostSettings,
): Lens {
  if (!design)
    return {
      ...lens,
      stray: (grid) => ({ ...NO_STRAY, ...lens.stray?.(grid) }),
      ghostCount: () => 0,
    };
  if (settings.pairs > 0 && isMoved(design))
    throw new SimulationError(
      'bad-parameter',
      'Ghosts are laid into pictures of round lenses alone, and surfaces of this lens, or its image plane, are tilted or decentred: set opticsParams.ghostPairs to 0.',
      'opticsParams.ghostPairs',
    );
  refuseActive(design, 'Ghosts and coatings are traced');
  let known: FieldGhosts | undefined;
  const onAxis = (): FieldGhosts =>
    (known ??= ghostsOf(design, 0, { ...settings, wavelength: RANKED_AT }));
  return {
    ...lens,
    ghostCount: () => Math.min(settings.pairs, onAxis().pairs.length),
    stray: (grid) => ({
      ...NO_STRAY,
      ...lens.stray?.(grid),
      ...ghostFacts(onAxis(), settings.pairs),
    }),
    formImage: async (scene, pixels, host, context, quality) => {
      const pairs = onAxis()
        .pairs.slice(0, settings.pairs)
        .map(({ first, second }): GhostPair => ({
          first: first === SENSOR ? SENSOR : first - 1,
          second: second - 1,
        }));
      if (pairs.length === 0) return lens.formImage(scene, pixels, host, context, quality);
      const whole = { ...context, leaves: false };
      const picture = await lens.formImage(scene, pixels, host, whole, quality);
      const table = await ghostTable(design, settings, pairs, host, context);
      const farthest = farthestSource(design);
      await addGhosts(picture, { table, scene, pixels, farthest }, host, context);
      return picture;
    },
  };
}

function ghostFacts(
  { transmission, totalShare, pairs }: FieldGhosts,
  most: number,
): Pick<StrayFacts, 'transmission' | 'ghosts' | 'ghostPercent' | 'leftOutPercent'> {
  const kept = pairs.slice(0, most);
  const share = kept.reduce((sum, pair) => sum + pair.share, 0);
  return {
    transmission,
    ghosts: kept.slice(0, REPORTED),
    ghostPercent: 100 * share,
    leftOutPercent: 100 * (totalShare - share),
  };
}
