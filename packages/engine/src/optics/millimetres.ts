/**
 * Lens design computes in millimetres, the rest of the engine in metres. In the optics every length in millimetres ends in `Mm` (or `MM`),
 * every other length is in metres, and only these functions convert.
 */

export const millimetresOf = (metres: number): number => metres * 1e3;

export const metresOf = (millimetres: number): number => millimetres * 1e-3;

/** Wavelengths are given in nanometres, see `WAVELENGTHS`. */
export const wavelengthMmOf = (nanometres: number): number => nanometres * 1e-6;

/** For people: blurs and spots are told in micrometres. */
export const micrometresOf = (millimetres: number): number => millimetres * 1e3;

/** Cycles per millimetre of a period in metres. */
export const cyclesPerMm = (period: number): number => 1e-3 / period;
