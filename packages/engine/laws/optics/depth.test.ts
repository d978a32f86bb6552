/** Scenes with depth against a gather of rays through a thin lens (docs/reference/depth.md). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { layerComposition } from '../../src/optics/depth/compose-layers.ts';
import { depthLevels, placesAmong, shareOf } from '../../src/optics/depth/depth-levels.ts';
import { guessHidden, knownHidden } from '../../src/optics/depth/hidden-level.ts';
import type { FormingFacts } from '../../src/optics/forming-facts.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { thinLens } from '../../src/optics/thin-lens.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { knownDistances } from '../../src/scenes/scene-depth.ts';
import { testHost } from '../test-host.ts';
import { litPattern, oneBand } from './lens-scenes.ts';

const SIZE = 96;
/** Border that is not compared: beyond it the scene has no light. */
const BORDER = 16;

/** A surface: what it shows at a place, and the blur radius there in pixels. */
interface Surface {
  readonly blurAt: (x: number, y: number) => number;
  readonly colourAt: (x: number, y: number) => number;
  /** Whether it is there; absent: everywhere. */
  readonly has?: (x: number, y: number) => boolean;
}

/** Points of a pupil of radius 1. */
const PUPIL = Array.from({ length: 17 * 17 }, (_, i) => [
  ((i % 17) - 8) / 8.5,
  (Math.floor(i / 17) - 8) / 8.5,
]).filter(([x, y]) => Math.hypot(x!, y!) <= 1) as [number, number][];

/** Cosine and sine of the parts of a turn. */
const [COS, SIN] = [Math.cos, Math.sin].map((part) =>
  Float64Array.from({ length: SIZE }, (_, i) => part((2 * Math.PI * i) / SIZE)),
) as [Float64Array, Float64Array];

const plane =
  (slope: number): Surface['blurAt'] =>
  (x) =>
    slope * (x - SIZE / 2);
const level =
  (blur: number): Surface['blurAt'] =>
  () =>
    blur;
/** Texture down to 5 pixels, shares of white. */
const texture =
  (seed: number): Surface['colourAt'] =>
  (x, y) =>
    0.5 +
    0.05 * Math.sin((2 * Math.PI * (x + 0.3 * y)) / 5.3 + seed) +
    0.1 * Math.sin((2 * Math.PI * (0.4 * x - y)) / 8.7 + 2 * seed) +
    0.2 * Math.sin((2 * Math.PI * (0.7 * x + 0.6 * y)) / 31 + 3 * seed);
const even = (): number => 0.6;
const disc = (x: number, y: number): boolean => Math.hypot(x - SIZE / 2, y - SIZE / 2) < SIZE / 5;

/** What a pixel gets: along each ray the nearest surface. */
function gathered(surfaces: readonly Surface[]): Float32Array {
  const picture = new Float32Array(SIZE * SIZE);
  for (let at = 0; at < picture.length; at += 1) {
    const [x, y] = [(at % SIZE) + 0.5, Math.floor(at / SIZE) + 0.5];
    let sum = 0;
    for (const [u, v] of PUPIL)
      for (const { blurAt, colourAt, has } of surfaces) {
        // The place whose blur leads the ray to this pixel, by repetition.
        let [px, py] = [x, y];
        for (let i = 0; i < 12; i += 1) {
          const blur = blurAt(px, py);
          const [nextX, nextY] = [x - blur * u, y - blur * v];
          if (nextX === px && nextY === py) break;
          [px, py] = [nextX, nextY];
        }
        if (has && !has(px, py)) continue;
        sum += colourAt(px, py);
        break;
      }
    picture[at] = sum / PUPIL.length;
  }
  return picture;
}

/** Two planes blurred by the pupil, without diffraction: exactly, as periodic functions. */
function blurred(planes: readonly [Float32Array, Float32Array], blur: number): Float32Array[] {
  if (planes.every((values) => values.every((value) => value === 0))) return [...planes];
  // The transfer of a round pupil is real, so both go through one transform.
  const complex = transformed(planes.map((values) => Float64Array.from(values)) as never, 1);
  // It is the same for frequencies of either sign, because the pupil is symmetric.
  const frequencies = SIZE / 2 + 1;
  const transfer = Float64Array.from({ length: frequencies ** 2 }, (_, at) => {
    const [fx, fy] = [(at % frequencies) / SIZE, Math.floor(at / frequencies) / SIZE];
    return PUPIL.reduce(
      (sum, [u, v]) => sum + Math.cos(2 * Math.PI * blur * (fx * u + fy * v)) / PUPIL.length,
      0,
    );
  });
  const frequency = (i: number): number => Math.min(i, SIZE - i);
  for (let at = 0; at < SIZE * SIZE; at += 1) {
    const [fx, fy] = [frequency(at % SIZE), frequency(Math.floor(at / SIZE))];
    for (const part of complex) part[at]! *= transfer[fy * frequencies + fx]!;
  }
  return transformed(complex, -1).map((part) =>
    Float32Array.from(part, (value) => value / SIZE ** 2),
  );
}

type Complex = readonly [Float64Array, Float64Array];

/** Discrete Fourier transform of a square, along its rows and then along its columns. */
const transformed = (square: Complex, sign: 1 | -1): Complex =>
  linesTransformed(linesTransformed(square, sign), sign);

/** Transforms the lines of a square and exchanges its rows and columns. */
function linesTransformed([real, imaginary]: Complex, sign: 1 | -1): Complex {
  const out: Complex = [new Float64Array(real.length), new Float64Array(real.length)];
  for (let row = 0; row < SIZE; row += 1)
    for (let k = 0; k < SIZE; k += 1) {
      let [re, im] = [0, 0];
      for (let i = 0; i < SIZE; i += 1) {
        const part = (i * k) % SIZE;
        const a = real[row * SIZE + i]!;
        const b = imaginary[row * SIZE + i]!;
        re += a * COS[part]! + sign * b * SIN[part]!;
        im += b * COS[part]! - sign * a * SIN[part]!;
      }
      out[0][k * SIZE + row] = re;
      out[1][k * SIZE + row] = im;
    }
  return out;
}

/** The picture that layers give of surfaces, near before far. */
function composed(surfaces: readonly Surface[], isHiddenKnown = false): Float32Array {
  const places = Array.from({ length: SIZE * SIZE }, (_, at): [number, number] => [
    (at % SIZE) + 0.5,
    Math.floor(at / SIZE) + 0.5,
  ]);
  const first = places.map(([x, y]) => surfaces.findIndex(({ has }) => !has || has(x, y)));
  const valuesOf = (what: 'blurAt' | 'colourAt', surfaceAt: (at: number) => number): Float32Array =>
    Float32Array.from(places, ([x, y], at) => surfaces[surfaceAt(at)]![what](x, y));
  const shown = (at: number): number => first[at]!;
  const last = (): number => surfaces.length - 1;
  const [blurs, colours] = [valuesOf('blurAt', shown), valuesOf('colourAt', shown)];
  const behind = { blurs: valuesOf('blurAt', last), colours: valuesOf('colourAt', last) };
  const all = [...blurs, ...behind.blurs];
  const levels = depthLevels(Math.min(...all), Math.max(...all), [-Infinity, Infinity]).blurs;
  const map = { rows: SIZE, columns: SIZE, blurs, places: placesAmong(levels, blurs) };
  const sources = guessHidden(map, 1);
  const hidden = isHiddenKnown
    ? knownHidden(map, { ...behind, places: placesAmong(levels, behind.blurs) })
    : Float32Array.from(sources, (source) => (source < 0 ? NaN : map.places[source]!));
  const white = new Float32Array(SIZE * SIZE).fill(1);
  const composition = layerComposition(levels, white);
  for (let layer = levels.length - 1; layer >= 0; layer -= 1) {
    const [weight, light] = [new Float32Array(SIZE * SIZE), new Float32Array(SIZE * SIZE)];
    for (let at = 0; at < weight.length; at += 1) {
      const [own, other] = [shareOf(map.places[at]!, layer), shareOf(hidden[at]!, layer)];
      weight[at] = own + other;
      light[at] = own * colours[at]!;
      if (other > 0)
        light[at]! += other * (isHiddenKnown ? behind.colours[at]! : colours[sources[at]!]!);
    }
    const [blurredLight, blurredWeight] = blurred([light, weight], levels[layer]!);
    composition.add(layer, { light: blurredLight!, weight: blurredWeight! });
  }
  return composition.picture();
}

/** Largest, 99th per cent and root mean square of differences inside the border. */
function errors(picture: Float32Array, truth: Float32Array) {
  const differences: number[] = [];
  for (let row = BORDER; row < SIZE - BORDER; row += 1)
    for (let column = BORDER; column < SIZE - BORDER; column += 1)
      differences.push(Math.abs(picture[row * SIZE + column]! - truth[row * SIZE + column]!));
  differences.sort((a, b) => a - b);
  return {
    max: differences.at(-1)!,
    p99: differences[Math.floor(0.99 * differences.length)]!,
    rms: Math.hypot(...differences) / Math.sqrt(differences.length),
  };
}

const before = (near: number, far: number, farColour = texture(2)): Surface[] => [
  { blurAt: level(near), colourAt: texture(1), has: disc },
  { blurAt: level(far), colourAt: farColour },
];

/** The table of issue 33's reference: a numeric model of the same arithmetic, tried beforehand. */
describe('layers against a gather of rays', () => {
  it.each([
    [0.02, 0.0022, 5e-4],
    [0.05, 0.0094, 0.0017],
    [0.1, 0.055, 0.007],
  ])('a plane that slopes by %d px of blur per px', (slope, max, rms) => {
    const tilted = [{ blurAt: plane(slope), colourAt: texture(1) }];
    const found = errors(composed(tilted), gathered(tilted));
    expect(found.max).toBeLessThan(max);
    expect(found.rms).toBeLessThan(rms);
  });

  it.each([
    { near: 0, far: -6, guessed: [0.071, 0.013], known: [0.0026, 0.0007] },
    { near: 6, far: 0, guessed: [0.078, 0.015], known: [0.025, 0.0025] },
    { near: 6, far: -6, guessed: [0.127, 0.028], known: [0.11, 0.017] },
  ])('a disc at $near px before $far px', ({ near, far, guessed, known }) => {
    const surfaces = before(near, far);
    const truth = gathered(surfaces);
    const guess = errors(composed(surfaces), truth);
    expect(guess.p99).toBeLessThan(guessed[0]!);
    expect(guess.rms).toBeLessThan(guessed[1]!);
    const exact = errors(composed(surfaces, true), truth);
    expect(exact.max).toBeLessThan(known[0]!);
    expect(exact.rms).toBeLessThan(known[1]!);
    const evenFar = before(near, far, even);
    const found = errors(composed(evenFar), gathered(evenFar));
    expect(found.p99).toBeLessThan(0.0056);
    expect(found.rms).toBeLessThan(0.0015);
  });
});

const HFOV = (10 * Math.PI) / 180;
const GRID: PixelGrid = { rows: 48, columns: 64, pitch: 2.2e-6 };
const RECEPTORS = uniform(oneBand(WAVELENGTHS.indexOf(550)));

/** A picture of a scene of 64 x 64 samples with distances, metres. */
async function formed(
  lens: Lens,
  planes: readonly Float32Array[],
  distanceAt: ((row: number, column: number) => number) | undefined,
  { host = testHost(), hfov = HFOV } = {},
): Promise<{ readonly picture: Float32Array; readonly facts: FormingFacts | undefined }> {
  const flat = litPattern({ kind: 'cells', rows: 64, columns: 64, planes }, undefined, 64, 64);
  const values = Float64Array.from({ length: 64 * 64 }, (_, at) =>
    distanceAt ? distanceAt(Math.floor(at / 64), at % 64) : 0,
  );
  const depth = distanceAt && {
    rows: 64,
    columns: 64,
    kind: 'z' as const,
    ...knownDistances(values, 64, 64),
  };
  const lit = {
    ...flat,
    scene: { ...flat.scene, raster: () => planes[0]!, ...(depth && { depth }) },
  };
  let facts: FormingFacts | undefined;
  const picture = await lens.formImage({ lit, hfov }, { grid: GRID, receptors: RECEPTORS }, host, {
    stopped: () => false,
    progress: () => undefined,
    computed: (found) => (facts = found),
  });
  return { picture, facts };
}

const WHITE = new Float32Array(64 * 64).fill(1);
const STRIPES = Float32Array.from({ length: 64 * 64 }, (_, at) => ((at % 7) + (at % 11)) / 16);
/**
 * Shares of white by which an even scene may be brighter and darker than the flat ones of its
 * distances; it is darkest where two distances meet at its end, because both lose light there.
 */
const [BRIGHTER, DARKER] = [1e-3, 8e-3];
/** A step with a slope on its farther side, and a place that nobody measured. */
const rough = (row: number, column: number): number =>
  row === 3 && column === 3 ? NaN : column < 30 ? 0.5 : 1 + 0.01 * row;

describe.each([
  ['ideal', () => thinLens({ focusDistance: 0.7 })],
  ['Cooke Triplet', () => realLens(lensFiles['cooke-triplet'], { focusDistance: 0.7 })],
])('a scene with distances through the %s', (_, lensOf) => {
  it('is even where its light is even, and the same in any order of its parts', async () => {
    const lens = lensOf();
    const { picture, facts } = await formed(lens, [WHITE], rough);
    const { picture: even } = await formed(lens, [WHITE], undefined);
    for (let row = 12; row < 36; row += 1)
      for (let column = 12; column < 52; column += 1) {
        const at = row * 64 + column;
        expect(Math.abs(picture[at]! / even[at]! - 1)).toBeLessThan(2e-3);
      }
    expect(facts?.depth).toMatchObject({ nearM: 0.5, unknownPercent: 100 / 64 ** 2 });
    expect(facts!.depth!.hiddenPercent).toBeGreaterThan(0);
    const other = await formed(lens, [WHITE], rough, {
      host: testHost({ order: 'backwards' }),
    });
    expect(other.picture).toEqual(picture);
  });

  it('ends as flat scenes of its distances do', async () => {
    // The end of the scene lies inside the picture, which sees one degree.
    const view = { hfov: (0.8 * Math.PI) / 180 };
    const distances = [0.5, 2] as const;
    const { picture } = await formed(
      lensOf(),
      [WHITE],
      (_row, column) => distances[column < 32 ? 0 : 1],
      view,
    );
    const flats = [];
    for (const objectDistance of distances)
      flats.push(
        (await formed(lensAt(lensOf().label, objectDistance, 0.7), [WHITE], undefined, view))
          .picture,
      );
    const white = flats[0]!.reduce((a, b) => Math.max(a, b), 0);
    for (const [at, value] of picture.entries()) {
      const ends = flats.map((flat) => flat[at]!);
      expect(value).toBeLessThan(Math.max(...ends) + BRIGHTER * white);
      expect(value).toBeGreaterThan(Math.min(...ends) - DARKER * white);
    }
  });

  it('is the flat scene where all of it is at one distance', async () => {
    const { picture, facts } = await formed(lensOf(), [STRIPES], () => 0.3);
    const flat = await formed(lensAt(lensOf().label, 0.3, 0.7), [STRIPES], undefined);
    const most = flat.picture.reduce((a, b) => Math.max(a, b), 0);
    for (const [at, value] of picture.entries())
      expect(Math.abs(value - flat.picture[at]!)).toBeLessThan(1e-6 * most);
    expect(facts?.depth).toMatchObject({ layers: 1, nearM: 0.3, farM: 0.3 });
  });
});

const lensAt = (label: string, objectDistance: number, focusDistance: number): Lens => {
  const focus = { objectDistance, focusDistance };
  return label === 'ideal' ? thinLens(focus) : realLens(lensFiles['cooke-triplet'], focus);
};
