import { noise } from './noise.ts';
import { hashUnit } from './random.ts';
import { clamp, fraction, lerp, smoothstep } from './scalar.ts';
import { setMatte, type Look } from './paint.ts';
import { type Vec3, mix } from './vector.ts';

/** Direction of the boards on the table: cosine and sine of the turn from the x axis. */
const TURN = 0.1;
const COSINE = Math.cos(TURN);
const SINE = Math.sin(TURN);
const BOARD_WIDTH = 10.5;
const BOARD_OFFSET = 4.6;
const SEAM_HALF_WIDTH = 0.055;
const RINGS_PER_CM = 1.55;

const EARLY: Vec3 = [0.37, 0.196, 0.086];
const LATE: Vec3 = [0.19, 0.084, 0.033];

/**
 * Paints the table top at `(x, z)`, cm: oiled boards cut from logs, with growth rings, fibres,
 * pores and dark seams.
 */
export function paintWood(x: number, z: number, look: Look): void {
  const along = x * COSINE + z * SINE;
  const across = -x * SINE + z * COSINE + BOARD_OFFSET;
  const board = Math.floor(across / BOARD_WIDTH);
  const place = across - board * BOARD_WIDTH;
  const first = hashUnit(board, 11);
  const second = hashUnit(board, 23);
  const third = hashUnit(board, 37);
  const shift = board * 31.7;

  // The board is a slice of a leaning trunk whose heart lies `below` under it.
  const off = place - BOARD_WIDTH * (0.2 + 0.6 * first);
  const lean = (second - 0.5) * 0.05;
  const below =
    1.1 + 2.6 * third + lean * along + 0.9 * noise(along * 0.045, shift, 0.5) + 0.06 * off;
  const wobble =
    0.55 * noise(along * 0.07, place * 0.22 + shift, 1.5) +
    0.14 * noise(along * 0.3, place * 0.9 + shift, 4.5);
  const trunk = Math.sqrt(off * off + below * below) + wobble;
  const rings =
    trunk * RINGS_PER_CM +
    1.3 * noise(trunk * 0.5, shift, 2.5) +
    0.3 * noise(trunk * 1.7, shift, 3.5);
  const phase = fraction(rings);
  const late = smoothstep(0.25, 0.9, phase) * (1 - smoothstep(0.93, 1, phase));

  const ring = hashUnit(Math.floor(rings), board + 91);
  const fibre =
    noise(along * 0.28, place * 4.5 + shift, 7.5) +
    0.9 * noise(along * 0.6, place * 11 + shift, 8.5) +
    0.6 * noise(along * 1.6, place * 27 + shift, 9.5);
  const strokes = noise(along * 0.75 + 50, place * 9.5 + shift, 11.5);
  const pores = smoothstep(0.36, 0.58, strokes) * (0.45 + 0.55 * (1 - late));
  const tone = clamp(late * (0.3 + 0.5 * ring) + 0.3 * fibre + 0.17, 0, 1);
  const base = mix(EARLY, LATE, tone);
  const patch = noise(along * 0.06, place * 0.12 + shift, 13.5);
  const brightness =
    (0.86 + 0.28 * hashUnit(board, 53)) *
    (1 + 0.14 * patch) *
    (1 + 0.08 * fibre) *
    (1 - 0.5 * pores);
  const warmth = 1 + 0.1 * (hashUnit(board, 71) - 0.5);

  const edge = Math.min(place, BOARD_WIDTH - place);
  const seam = 1 - smoothstep(SEAM_HALF_WIDTH * 0.5, SEAM_HALF_WIDTH * 1.6, edge);
  const shade = lerp(1, 0.07, seam) * brightness;
  setMatte(look, base[0] * shade * warmth, base[1] * shade, (base[2] * shade) / warmth);
  look.coat = 0.04 * (1 - seam);
  look.roughness = clamp(0.4 + 0.07 * fibre + 0.06 * patch + 0.15 * pores, 0.28, 0.7);
}
