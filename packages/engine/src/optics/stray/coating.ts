import { cos } from '../../quantities/elementary.ts';

/**
 * What the surfaces between air and glass bear: nothing, a layer of magnesium fluoride of a quarter
 * of 550 nm, or what reflects a share of the light at every angle and wavelength.
 */
export type Coating = 'uncoated' | 'mgf2' | { readonly reflectance: number };

/** Ghosts that are kept where nothing is said: the strongest. */
export const GHOST_PAIRS = 20;

/**
 * The coating of the two fields that name one: its name, or the share that it reflects, 0 to 0.2.
 * @returns undefined where neither is given.
 */
export const coatingOf = (
  name: Extract<Coating, string> | undefined,
  reflectance: number | undefined,
): Coating | undefined => (reflectance === undefined ? name : { reflectance });

const FILM_INDEX = 1.38;
/** Wavelength of which the layer is a quarter thick at normal incidence, nm. */
const FILM_WAVELENGTH = 550;

/**
 * Share of unpolarised light that a surface reflects, 0 to 1: Fresnel's equations, and those of one
 * thin film. Surfaces inside a cemented group stay bare. The layer lies on a stop in air, too: the
 * independent tracer, whose numbers rule, has it there
 * (docs/reference/depth.md#coatings-and-ghosts).
 *
 * @param cosine of the angle of incidence.
 * @param before refractive index on the side from which the ray comes.
 * @param wavelength nanometres, in vacuum.
 * @see Born and Wolf, 1.5.2 and 1.6.4.
 */
export function reflectance(
  coating: Coating,
  cosine: number,
  before: number,
  behind: number,
  wavelength: number,
): number {
  if (before === behind && !(coating === 'mgf2' && before === 1)) return 0;
  const sine2 = before * before * (1 - cosine * cosine);
  const behind2 = behind * behind;
  if (sine2 >= behind2) return 1;
  const cosineBehind = Math.sqrt(1 - sine2 / behind2);
  const isBare = before !== 1 && behind !== 1;
  if (coating === 'uncoated' || isBare) {
    const s = fresnelS(before, cosine, behind, cosineBehind);
    const p = fresnelP(before, cosine, behind, cosineBehind);
    return (s * s + p * p) / 2;
  }
  if (coating !== 'mgf2') return coating.reflectance;
  // The film is denser than air: where light gets into the air it gets into the film.
  const cosineFilm = Math.sqrt(1 - sine2 / (FILM_INDEX * FILM_INDEX));
  // Twice the phase of one passage: 4π n d cos/λ with a thickness d of λ₀/(4n).
  const phase = (Math.PI * FILM_WAVELENGTH * cosineFilm) / wavelength;
  const film = (amplitude: (n: number, c: number, m: number, d: number) => number): number => {
    const first = amplitude(before, cosine, FILM_INDEX, cosineFilm);
    const second = amplitude(FILM_INDEX, cosineFilm, behind, cosineBehind);
    const cross = 2 * first * second * cos(phase);
    return (first * first + second * second + cross) / (1 + (first * second) ** 2 + cross);
  };
  return (film(fresnelS) + film(fresnelP)) / 2;
}

/** Amplitudes that a step from index n to m reflects, of the angles' cosines c and d. */
const fresnelS = (n: number, c: number, m: number, d: number): number =>
  (n * c - m * d) / (n * c + m * d);
const fresnelP = (n: number, c: number, m: number, d: number): number =>
  (m * c - n * d) / (m * c + n * d);
