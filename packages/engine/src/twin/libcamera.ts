import { colourTemperatureOf } from '../colour/colour-temperature.ts';
import { xyzOf } from '../colour/xyz.ts';
import { onCurve } from '../optics/measured/monotone-curve.ts';
import { photonsToEnergy, type Spectrum } from '../quantities/wavelengths.ts';
import { suitLight } from '../scenes/macbeth/chart-colours.ts';
import { SimulationError } from '../simulation-error.ts';
import { fail, isObject, type Table } from '../text/json-fields.ts';
import { cleanedFrame } from './cleaned-frame.ts';
import type { ColourReferences } from './estimate-colour.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { colourAt } from './frame-layout.ts';
import { grouped } from './grouped.ts';
import { shadeAt } from './light-shading.ts';
import type { TwinEstimate } from './twin-estimate.ts';

/** Boards whose tuning files are written, and columns and rows of their tables of shading. */
export const LIBCAMERA_TARGETS = {
  vc4: { name: 'bcm2835', cells: [16, 12] },
  pisp: { name: 'pisp', cells: [32, 32] },
} as const;
export type LibcameraTarget = keyof typeof LIBCAMERA_TARGETS;

/** A tuning file, and what it lacks, as sentences. */
export interface LibcameraTuning {
  readonly document: Table;
  readonly notes: readonly string[];
}

/** A part of a tuning file, or why it is not written. */
type Part = Table | string;
type Lights = readonly { readonly kelvin: number; readonly photons: Spectrum }[];

const VERSION = 2;
/** Bits of the codes in a tuning file. */
const BITS = 16;
const FULL = 2 ** BITS - 1;
/** Levels at which the noise is made a line of the root. */
const NOISE_LEVELS = 64;
const GAMMA_STEPS = 32;
const DIGITS = 6;
/** Decimals of tables and matrices. */
const DECIMALS = 4;
const rounded = (value: number): number => Number(value.toFixed(DECIMALS));

/**
 * The measured parts of a tuning file of libcamera for the Raspberry Pi, merged into a base.
 *
 * @param base a tuning file; what was not measured stays as it is.
 * @throws SimulationError for a camera without a Bayer pattern, or a base of another kind.
 * @see docs/reference/twin.md#t8
 */
export function libcameraTuning(
  estimate: TwinEstimate,
  { lights }: Pick<ColourReferences, 'lights'>,
  target: LibcameraTarget,
  base?: unknown,
): LibcameraTuning {
  const { sensor, colour } = estimate;
  const { name } = LIBCAMERA_TARGETS[target];
  if (sensor.layout.channels.length === 1)
    fail('pattern', 'pattern is mono: tuning files of libcamera are written of Bayer patterns.');
  const known = knownLights(lights);
  const charted = new Map([...known].filter(([one]) => colour?.lights.some((l) => l.name === one)));
  const parts: Readonly<Record<string, Part>> = {
    'rpi.black_level': blackLevel(sensor),
    'rpi.noise': noise(sensor),
    'rpi.awb': whiteBalance(estimate, [...charted.values()]),
    'rpi.alsc': shading(estimate, known, LIBCAMERA_TARGETS[target].cells),
    'rpi.contrast': contrast(estimate),
    'rpi.ccm': matrices(estimate, [...charted.values()]),
  };
  const written = Object.entries(parts).filter(
    (part): part is [string, Table] => typeof part[1] !== 'string',
  );
  const merged = mergedWith(base, Object.fromEntries(written), name);
  return {
    document: { version: VERSION, target: name, algorithms: merged },
    notes: Object.entries(parts).flatMap(([key, part]) =>
      typeof part === 'string' ? [`${key} is not written: ${part}`] : [],
    ),
  };
}

/** Those lights that have a colour temperature, by their names. */
function knownLights(lights: ColourReferences['lights']): ReadonlyMap<string, Lights[number]> {
  return new Map(
    Object.entries(lights).flatMap(([name, photons]) => {
      const kelvin = colourTemperatureOf(xyzOf(photonsToEnergy(photons)));
      return kelvin === undefined ? [] : [[name, { kelvin: Math.round(kelvin), photons }] as const];
    }),
  );
}

function blackLevel({ figures, layout }: SensorEstimate): Part {
  const black = figures['sensor.blackLevel']?.value;
  if (black === null || black === undefined) return 'no dark tells the black level.';
  return { black_level: Math.round(black * 2 ** (BITS - layout.bits)) };
}

/** Deviation = constant + slope root(mean), by least squares between the dark and saturation. */
function noise({ transfer, layout }: SensorEstimate): Part {
  if (!transfer) return 'no flats tell the gain.';
  const scale = 2 ** (BITS - layout.bits);
  const points = Array.from({ length: NOISE_LEVELS + 1 }, (_, i) => {
    const root = (i / NOISE_LEVELS) * Math.sqrt(FULL);
    const variance = scale ** 2 * transfer.floor + scale * transfer.gain.value * root ** 2;
    return { root, deviation: Math.sqrt(Math.max(variance, 0)) };
  });
  const sum = (read: (point: (typeof points)[number]) => number): number =>
    points.reduce((all, point) => all + read(point), 0);
  const [n, x, y] = [points.length, sum(({ root }) => root), sum(({ deviation }) => deviation)];
  const slope =
    (n * sum(({ root, deviation }) => root * deviation) - x * y) /
    (n * sum(({ root }) => root ** 2) - x * x);
  return {
    reference_constant: Number(((y - slope * x) / n).toPrecision(DIGITS)),
    reference_slope: Number(slope.toPrecision(DIGITS)),
  };
}

/** What the colours get of a grey under a light. */
function greyOf({ colour }: TwinEstimate, photons: Spectrum): readonly number[] {
  return colour!.curves.map((curve) =>
    curve.reduce((sum, value, band) => sum + value * photons[band]!, 0),
  );
}

const byKelvin = (lights: Lights): Lights => [...lights].sort((a, b) => a.kelvin - b.kelvin);

function whiteBalance(estimate: TwinEstimate, lights: Lights): Part {
  if (!estimate.colour || lights.length < 2)
    return 'charts under two lights of different colour temperatures tell the curve.';
  const curve = byKelvin(lights).flatMap(({ kelvin, photons }) => {
    const [red, green, blue] = greyOf(estimate, photons) as [number, number, number];
    return [kelvin, rounded(red / green), rounded(blue / green)];
  });
  return { ct_curve: curve };
}

function matrices({ colour }: TwinEstimate, lights: Lights): Part {
  if (!colour || lights.length === 0) return 'no chart tells the colours.';
  return {
    ccms: byKelvin(lights).map(({ kelvin, photons }) => {
      const { matrix } = suitLight(photonsToEnergy(photons), colour.curves);
      // The middle one takes what rounding leaves, so that rows sum to 1.
      return { ct: kelvin, ccm: matrix.flatMap((row) => unitRow(row)) };
    }),
  };
}

/** A row whose rounded factors sum to 1. */
function unitRow(row: readonly number[]): readonly number[] {
  const out = row.map(rounded);
  const largest = row.indexOf(Math.max(...row));
  const others = out.reduce((sum, value, i) => (i === largest ? sum : sum + value), 0);
  return out.map((value, i) => (i === largest ? rounded(1 - others) : value));
}

function contrast({ isp, sensor: { figures, layout } }: TwinEstimate): Part {
  if (!isp) return 'no developed chart tells the curve.';
  const full = 2 ** layout.bits - 1 - (figures['sensor.blackLevel']?.value ?? 0);
  const points = Array.from({ length: GAMMA_STEPS + 1 }, (_, i) => {
    const share = (i / GAMMA_STEPS) ** 2;
    return [
      Math.round(FULL * share),
      Math.round(FULL * onCurve(isp.model.curve, (share * full) / isp.brightest)),
    ];
  });
  return { ce_enable: 0, gamma_curve: points.flat() };
}

/** Gains that undo the shading: of all colours, and of red and blue over green for each light. */
function shading(
  { sensor, lens }: TwinEstimate,
  lights: ReadonlyMap<string, Lights[number]>,
  [across, down]: readonly [number, number],
): Part {
  const { shading: falloff } = lens;
  if (!falloff) return 'no flats through the lens tell the shading.';
  const { rows, columns } = sensor.layout;
  const shades = Array.from({ length: across * down }, (_, i) =>
    shadeAt(
      falloff,
      [((i % across) + 0.5) * (columns / across), (Math.floor(i / across) + 0.5) * (rows / down)],
      sensor.layout,
    ),
  );
  const tables = colourTables(sensor, lights, [across, down]);
  return {
    luminance_lut: overSmallest(shades.map((share) => 1 / share)),
    ...(tables.length > 0 && {
      calibrations_Cr: tables.map(({ ct, red: table }) => ({ ct, table })),
      calibrations_Cb: tables.map(({ ct, blue: table }) => ({ ct, table })),
    }),
  };
}

const overSmallest = (values: readonly number[]): readonly number[] => {
  const least = Math.min(...values);
  return values.map((value) => rounded(value / least));
};

/** Gains of red and blue over green, cell by cell, of the flats of each light. */
function colourTables(
  sensor: SensorEstimate,
  lights: ReadonlyMap<string, Lights[number]>,
  cells: readonly [number, number],
) {
  const { layout, good } = sensor;
  const [across, down] = cells;
  return [...grouped(sensor.flats, ({ stack }) => stack.light).entries()]
    .flatMap(([name, flats]) => {
      const light = lights.get(name);
      if (!light) return [];
      const sums = [0, 1, 2].map(() => new Float64Array(across * down));
      const counts = [0, 1, 2].map(() => new Float64Array(across * down));
      for (const { mean, stack, count } of flats) {
        const clean = cleanedFrame(mean, stack.exposure, stack.celsius, sensor);
        for (let i = 0; i < clean.length; i += 1) {
          if (!good[i]) continue;
          const [row, column] = [Math.floor(i / layout.columns), i % layout.columns];
          const cell =
            Math.floor((row * down) / layout.rows) * across +
            Math.floor((column * across) / layout.columns);
          const colour = colourAt(layout, row, column);
          sums[colour]![cell]! += count * clean[i]!;
          counts[colour]![cell]! += count;
        }
      }
      const [red, green, blue] = sums.map((sum, c) => sum.map((s, i) => s / counts[c]![i]!));
      const gains = (colour: Float64Array) =>
        overSmallest(Array.from(green!, (value, i) => value / colour[i]!));
      const tables = { ct: light.kelvin, red: gains(red!), blue: gains(blue!) };
      // A small frame has cells without one of the colours.
      return [...tables.red, ...tables.blue].every(Number.isFinite) ? [tables] : [];
    })
    .sort((a, b) => a.ct - b.ct);
}

/** The parts in the order of a base; those that it lacks at its end. */
function mergedWith(base: unknown, parts: Table, target: string): readonly Table[] {
  if (base === undefined) return Object.entries(parts).map(([key, part]) => ({ [key]: part }));
  if (!isObject(base) || base['version'] !== VERSION || !Array.isArray(base['algorithms']))
    throw new SimulationError(
      'bad-parameter',
      `version must be ${VERSION}.0, with a list of algorithms: this is no tuning file of libcamera for the Raspberry Pi.`,
      'version',
    );
  if (base['target'] !== target)
    fail(
      'target',
      `target is ${String(base['target']).slice(0, 40)}, and the file is written for ${target}.`,
    );
  const left = new Set(Object.keys(parts));
  const algorithms = (base['algorithms'] as readonly unknown[]).map((entry, i): Table => {
    const path = `algorithms[${i}]`;
    if (!isObject(entry)) fail(path, `${path} must be an object.`);
    return Object.fromEntries(
      Object.entries(entry).map(([key, known]) => {
        const part = parts[key];
        if (!isObject(part)) return [key, known];
        left.delete(key);
        return [key, { ...(isObject(known) ? known : {}), ...part }];
      }),
    );
  });
  return [...algorithms, ...[...left].map((key) => ({ [key]: parts[key] }))];
}
