import {
  WAVELENGTHS,
  cameraColour,
  codeLevels,
  developRaw,
  mosaicOf,
  VERSION,
  type ShownImage,
  type SensorPlan,
  type SimulationPlan,
  type SimulationResult,
  type SinkArray,
  type StageArray,
  type StageSink,
} from '@lumenloom/engine';
import { ispNamed } from '@lumenloom/engine/catalogue';
import {
  writeDng,
  writeExr,
  writeMat,
  writePng16,
  writeTiff16,
  type MatPlanes,
  writeFile,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { choiceOption } from '../arguments.ts';
import { jsonText } from './print.ts';

/** Options that name files for other programs. */
export const pictureOutputOptions = {
  dng: {
    value: 'FILE',
    output: 'file',
    says: 'Raw codes as DNG 1.4, with colours, recipe and log.',
  },
  raw16: { value: 'FILE', output: 'file', says: 'Raw codes as bare 16-bit numbers, with a .json.' },
  tiff: {
    value: 'FILE',
    output: 'file',
    says: 'The raw picture developed simply with 16 bits per sample: black level, white balance, matrix for the light, bilinear demosaicing; other patterns than Bayer as the mosaic in grey. By the reference ISP where the recipe has it.',
  },
  png16: { value: 'FILE', output: 'file', says: 'The same as PNG.' },
  develop: {
    value: 'simple|reference',
    says: 'How --tiff and --png16 develop the raw picture; reference: by the reference ISP, whatever ISP the recipe has.',
  },
  exr: {
    value: 'FILE',
    output: 'file',
    says: 'The irradiance on the sensor, a channel per band.',
  },
  'exr-scene': {
    value: 'FILE',
    output: 'file',
    says: 'The radiance of the scene, a channel per band.',
  },
  mat: {
    value: 'FILE',
    output: 'file',
    says: 'Picture, scene, irradiance, electrons, volts and raw as a MATLAB file (version 5), with report, recipe and log.',
  },
} as const;

type Values = Readonly<Record<keyof typeof pictureOutputOptions, string | undefined>>;

/** An array of a run that files need: a plane per band, or one. */
interface Captured {
  readonly shape: readonly number[];
  readonly planes: readonly (Float32Array | Uint16Array | Uint8Array)[];
}
type Captures = Map<SinkArray, Captured>;

/** The array that each file is made of. */
const ARRAY_OF: Readonly<
  Record<Exclude<keyof typeof pictureOutputOptions, 'develop' | 'mat'>, StageArray>
> = {
  dng: 'raw',
  raw16: 'raw',
  tiff: 'raw',
  png16: 'raw',
  exr: 'irradiance',
  'exr-scene': 'scene',
};

/** Files for other programs: what they take from a run, and how they are written. */
export interface PictureOutputs {
  /** Whether they take the picture of the reference ISP with 16 bits. */
  readonly deep: boolean;
  /** Takes the arrays, and hands them on to another sink. */
  readonly sink: (other: StageSink | undefined) => StageSink | undefined;
  readonly write: (
    result: SimulationResult,
    about: { readonly recipe: unknown; readonly log: string },
  ) => Promise<void>;
}

/** @throws UsageError when raw codes are wanted and the recipe has no sensor. */
export function pictureOutputs(values: Values, plan: SimulationPlan): PictureOutputs {
  const { sensor } = plan;
  const asked = (Object.keys(ARRAY_OF) as (keyof typeof ARRAY_OF)[]).filter(
    (option) => values[option] !== undefined,
  );
  for (const option of asked)
    if (ARRAY_OF[option] === 'raw' && !sensor)
      throw new UsageError(`--${option} needs a sensor: the recipe has none.`);
  const wanted = new Set<SinkArray>(asked.map((option) => ARRAY_OF[option]));
  const { mat } = values;
  const captures: Captures = new Map();
  const how = choiceOption('develop', values.develop, ['simple', 'reference'], 'simple');
  const isDeep = values.tiff !== undefined || values.png16 !== undefined;
  if (values.develop !== undefined && !isDeep)
    throw new UsageError('--develop belongs to --tiff and --png16.');
  const byReference =
    values.develop === undefined ? plan.isp && ispNamed(plan.isp.id).isDeep : how === 'reference';
  return {
    deep: isDeep && Boolean(byReference),
    sink: (other) =>
      wanted.size > 0 || mat !== undefined
        ? tee(captures, (name) => mat !== undefined || wanted.has(name), other)
        : other,
    write: async (result, about) => {
      if (sensor) await writeRaw(values, { plan, sensor, captures, result, about });
      if (mat !== undefined) await writeFile(mat, matOf(captures, result, about));
      for (const [option, comments] of SPECTRAL)
        if (values[option] !== undefined)
          await writeFile(
            values[option],
            spectralExr(captures.get(ARRAY_OF[option])!, comments, about.recipe),
          );
    },
  };
}

/** Everything of a run as a MATLAB file; arrays keep the names and units of --stages. */
function matOf(
  captures: Captures,
  { image, plain, report }: SimulationResult,
  { recipe, log }: { readonly recipe: unknown; readonly log: string },
): Uint8Array {
  const arrays = [...captures].map(([name, { shape, planes }]): [string, MatPlanes] => [
    name.replaceAll(/\W/g, '_'),
    { rows: shape.at(-2)!, columns: shape.at(-1)!, planes },
  ]);
  return writeMat(
    new Map<string, MatPlanes | string>([
      ['picture', planesOf(image)],
      ...(plain ? [['plain', planesOf(plain)] as const] : []),
      ...arrays,
      [
        'wavelengths',
        { rows: 1, columns: WAVELENGTHS.length, planes: [Uint16Array.from(WAVELENGTHS)] },
      ],
      ['report', JSON.stringify(report)],
      ['recipe', JSON.stringify(recipe)],
      ['log', log],
    ]),
  );
}

const planesOf = ({ rows, columns, channels, data }: ShownImage): MatPlanes => ({
  rows,
  columns,
  planes: Array.from({ length: channels }, (_, channel) =>
    data.filter((_, i) => i % channels === channel),
  ),
});

const SPECTRAL = [
  ['exr', 'irradiance, photons/(s m2 nm)'],
  ['exr-scene', 'radiance, photons/(s sr m2 nm)'],
] as const;

function spectralExr({ shape, planes }: Captured, comments: string, recipe: unknown): Uint8Array {
  const [, rows = 0, columns = 0] = shape;
  return writeExr({
    rows,
    columns,
    channels: new Map(
      planes.map((plane, band) => [`${WAVELENGTHS[band]}nm`, plane as Float32Array]),
    ),
    attributes: { comments, recipe: JSON.stringify(recipe) },
  });
}

/** A run of a sensor, and what is written into its files. */
interface RawRun {
  readonly plan: SimulationPlan;
  readonly sensor: SensorPlan;
  readonly captures: Captures;
  readonly result: SimulationResult;
  readonly about: { readonly recipe: unknown; readonly log: string };
}

async function writeRaw(
  { dng, raw16, tiff, png16 }: Values,
  { plan, sensor, captures, result, about }: RawRun,
): Promise<void> {
  const { grid } = plan;
  const codes = captures.get('raw')?.planes[0] as Uint16Array;
  const { exposureSeconds } = result.report.sensor!;
  if (dng !== undefined)
    await writeFile(
      dng,
      await writeDng({
        ...grid,
        codes,
        mosaic: mosaicOf(sensor),
        sensor: sensor.label,
        ...codeLevels(sensor),
        exposureSeconds,
        colour: cameraColour(plan, sensor),
        preview: result.image,
        recipe: JSON.stringify(about),
      }),
    );
  if (raw16 !== undefined) {
    await writeFile(raw16, new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength));
    const sidecar = {
      rows: grid.rows,
      columns: grid.columns,
      type: 'uint16, little-endian, row by row',
      pattern: sensor.order ?? sensor.tile,
      bits: sensor.bits,
      ...codeLevels(sensor),
      exposureSeconds,
      ...about,
    };
    await writeFile(`${raw16}.json`, Buffer.from(jsonText(sidecar)));
  }
  if (tiff === undefined && png16 === undefined) return;
  const image = result.deep ?? developRaw(codes, grid, plan, sensor);
  if (tiff !== undefined) await writeFile(tiff, writeTiff16(image, JSON.stringify(about)));
  if (png16 !== undefined)
    await writeFile(
      png16,
      writePng16(image, {
        Software: `Lumenloom ${VERSION}`,
        Description: JSON.stringify(about),
      }),
    );
}

/** A sink that keeps what the files need. */
const tee = (
  captures: Captures,
  isWanted: (name: SinkArray) => boolean,
  other: StageSink | undefined,
): StageSink => ({
  write: async (name, type, shape, pieces) => {
    if (!isWanted(name)) return other?.write(name, type, shape, pieces);
    const planes: (Float32Array | Uint16Array | Uint8Array)[] = [];
    // Pieces may be reused by whoever makes them.
    for await (const piece of pieces) planes.push(piece.slice());
    captures.set(name, { shape, planes });
    return other?.write(name, type, shape, again(planes));
  },
});

async function* again<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}
