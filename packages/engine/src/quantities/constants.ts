/** Physical constants. The first two are exact by definition (SI Brochure, 9th edition, 2019). */

/** Planck constant, J·s. */
export const PLANCK = 6.62607015e-34;
/** Speed of light in vacuum, m/s. */
export const SPEED_OF_LIGHT = 299792458;
/** Maximum luminous efficacy, lm/W (CIE 015; by definition of the SI 683 at 540 THz). */
export const LUMINOUS_EFFICACY = 683;
/** Second radiation constant h·c/k_B, m·K (CODATA 2018). */
export const SECOND_RADIATION = 1.438776877e-2;
