/**
 * Lens design is done in millimetres, everything else in the engine in metres. In the optics every
 * name of a length in millimetres ends in `Mm` (or `MM`); every other length is in metres or says
 * its unit; these functions alone convert.
 */

export const millimetresOf = (metres: number): number => metres * 1e3;

export const metresOf = (millimetres: number): number => millimetres * 1e-3;

/** Wavelengths are given in nanometres, see `WAVELENGTHS`. */
export const wavelengthMmOf = (nanometres: number): number => nanometres * 1e-6;

/** The size of blurs and spots is told in micrometres. */
export const micrometresOf = (millimetres: number): number => millimetres * 1e3;

/** Cycles per millimetre of a period in metres. */
export const cyclesPerMm = (period: number): number => 1e-3 / period;
