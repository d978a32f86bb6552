import { illuminants, luminanceOf } from '@lumenloom/engine/quick';
import type { World } from '../document/read-world.ts';
import type { Vector } from '../document/world-document.ts';
import { fillLight, type LampSample, type Source } from '../lamps/lamp.ts';
import { USUAL_GROUP } from '../lamps/make-lamps.ts';
import { lightOf } from '../materials/light-spectrum.ts';
import { fromRgb, newBands, ofLuminanceOne, type Bands } from '../spectra/bands.ts';
import { Texture } from '../spectra/texture.ts';
import { skyDirection, skyGradation } from './sky.ts';

/** Rows and columns of directions that are sampled by what comes from them. */
const ROWS = 64;
const COLUMNS = 128;

/** The direction of a place of a map: u = 1/2 + atan2(x, -z)/2π, v = acos(y)/π. */
function towardsOf(u: number, v: number): Vector {
  const [turn, down] = [(u - 0.5) * 2 * Math.PI, v * Math.PI];
  const round = Math.sin(down);
  return [round * Math.sin(turn), Math.cos(down), -round * Math.cos(turn)];
}
const uvOf = ([x, y, z]: Vector): readonly [number, number] => [
  0.5 + Math.atan2(x, -z) / (2 * Math.PI),
  Math.acos(Math.max(-1, Math.min(1, y))) / Math.PI,
];

const solidAngle = (row: number): number =>
  (Math.cos((row * Math.PI) / ROWS) - Math.cos(((row + 1) * Math.PI) / ROWS)) *
  ((2 * Math.PI) / COLUMNS);

/** What is around a world, at infinity. */
export class Surroundings implements Source {
  readonly group = USUAL_GROUP;
  /** Fills W/(m² sr nm) of a direction. */
  readonly fill: (towards: Vector, out: Bands) => void;
  /** Even light is found by every lobe: it is not sampled by itself. */
  readonly isEven: boolean;
  private readonly cells: Float64Array;
  private readonly lux: number;

  constructor(fill: (towards: Vector, out: Bands) => void, isEven: boolean) {
    this.fill = fill;
    this.isEven = isEven;
    this.cells = new Float64Array(isEven ? 1 : ROWS * COLUMNS + 1);
    const bands = newBands();
    let sum = 0;
    for (let cell = 0; cell < this.cells.length - 1; cell += 1) {
      const row = Math.floor(cell / COLUMNS);
      fill(towardsOf(((cell % COLUMNS) + 0.5) / COLUMNS, (row + 0.5) / ROWS), bands);
      // A little everywhere: the middle of a cell may be dark where its rest is not.
      sum += (luminanceOf(bands) + 1e-6) * solidAngle(row);
      this.cells[cell + 1] = sum;
    }
    this.lux = sum / 4;
    for (let cell = 0; cell < this.cells.length; cell += 1) this.cells[cell]! /= sum || 1;
  }

  weight(): number {
    return this.isEven ? 0 : this.lux;
  }

  sample(_at: Vector, one: number, two: number, out: LampSample): boolean {
    const { cells } = this;
    let [low, high] = [0, cells.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (cells[middle]! <= one) low = middle;
      else high = middle;
    }
    const share = (one - cells[low]!) / (cells[low + 1]! - cells[low]!);
    const row = Math.floor(low / COLUMNS);
    const top = Math.cos((row * Math.PI) / ROWS);
    const bottom = Math.cos(((row + 1) * Math.PI) / ROWS);
    const down = Math.acos(top + two * (bottom - top)) / Math.PI;
    out.direction = towardsOf(((low % COLUMNS) + share) / COLUMNS, down);
    out.distance = Infinity;
    out.pdf = (cells[low + 1]! - cells[low]!) / solidAngle(row);
    this.fill(out.direction, out.light);
    return out.pdf > 0;
  }

  pdf(towards: Vector): number {
    if (this.isEven) return 0;
    const [u, v] = uvOf(towards);
    const row = Math.min(ROWS - 1, Math.floor(v * ROWS));
    const cell = row * COLUMNS + Math.min(COLUMNS - 1, Math.floor(u * COLUMNS));
    return (this.cells[cell + 1]! - this.cells[cell]!) / solidAngle(row);
  }
}

/** Steps of a quadrature over the half sphere. */
const STEPS = 256;

/** ∫ f cos dω over the upper half sphere. */
function horizontal(luminance: (towards: Vector) => number): number {
  let sum = 0;
  for (let i = 0; i < STEPS; i += 1)
    for (let j = 0; j < STEPS; j += 1) {
      // cos dω = dφ d(sin²)/2.
      const sine = Math.sqrt((i + 0.5) / STEPS);
      const turn = ((j + 0.5) / STEPS) * 2 * Math.PI;
      sum += luminance([sine * Math.sin(turn), Math.sqrt(1 - sine * sine), -sine * Math.cos(turn)]);
    }
  return (sum * Math.PI) / STEPS / STEPS;
}

/** Reads what is around a world; undefined for nothing. */
export async function readSurroundings(world: World): Promise<Surroundings | undefined> {
  const { environment } = world.document;
  if (!environment) return undefined;
  const { uniform, sky, map } = environment;
  if (uniform) {
    const bands = lightOf(uniform.spectrum ?? 'D65', 'environment.uniform.spectrum').map(
      (value) => value * uniform.luminance,
    );
    return new Surroundings((_, out) => out.set(bands), true);
  }
  if (sky) {
    const spectrum = lightOf(sky.spectrum ?? 'D65', 'environment.sky.spectrum');
    const sun = skyDirection(sky.sunElevationDegrees, sky.sunAzimuthDegrees ?? 180);
    const gradation = skyGradation(sky.type, sun);
    const lux = horizontal(gradation);
    const zenith = sky.zenithLuminance ?? sky.horizontalLux! / lux;
    const ground = ((sky.groundReflectance ?? 0.2) * zenith * lux) / Math.PI;
    return new Surroundings(
      (towards, out) =>
        fillLight(out, spectrum, towards[1] > 0 ? zenith * gradation(towards) : ground),
      false,
    );
  }
  return readMap(world, map!);
}

async function readMap(
  { files }: World,
  map: NonNullable<NonNullable<World['document']['environment']>['map']>,
): Promise<Surroundings> {
  const place = 'environment.map.file';
  const picture = await files.picture(await files.read(map.file, place), map.file, place);
  const texture = new Texture(picture, 'srgb', {
    name: map.file,
    bytes: new Uint8Array(),
    wrap: ['repeat', 'clamp'],
    set: 0,
    transform: [1, 0, 0, 1, 0, 0],
  });
  const white = ofLuminanceOne(Float64Array.from(illuminants.d65.energy));
  const turn = (map.rotationDegrees ?? 0) / 360;
  const pixel: number[] = [];
  const fill =
    (scale: number) =>
    (towards: Vector, out: Bands): void => {
      const [u, v] = uvOf(towards);
      texture.at([u - turn, v], pixel);
      fromRgb(pixel[0]!, pixel[1]!, pixel[2]!, out);
      for (let band = 0; band < out.length; band += 1) out[band]! *= white[band]! * scale;
    };
  const bands = newBands();
  const whole = fill(1);
  const scale =
    map.luminance ??
    map.horizontalLux! /
      horizontal((towards) => {
        whole(towards, bands);
        return luminanceOf(bands);
      });
  return new Surroundings(fill(scale), false);
}
