import tables from './radiometry/tables_400_700_10.json' with { type: 'json' };

/**
 * Constants and tables of ISETCam that differ from ours (docs/reference/physics.md#p14). Only tests
 * pass them to the engine, which has no compatibility mode.
 */

export { ISETCAM_PLANCK, ISETCAM_SECOND_RADIATION } from '../src/proof/isetcam-figures.ts';
/** The D65 table of ISETCam, which is up to 7.1e-4 away from the CIE's at 10 nm. */
export const ISETCAM_D65 = Float64Array.from(tables.isetcam_D65_raw);

/**
 * Largest relative difference from ISETCam's D65 cases with our own table: the two tables differ by
 * 7.1e-4.
 */
export const BASELINE_TOLERANCE_D65 = 1e-3;
/** The same for all other cases: the two Planck constants differ by 1.6e-5. */
export const BASELINE_TOLERANCE = 2e-5;
