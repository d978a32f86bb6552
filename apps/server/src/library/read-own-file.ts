import { readFile, writeFile } from 'node:fs/promises';
import type { OwnFilePreview } from '@lumenloom/contract';
import {
  SimulationError,
  decodeText,
  lensDesign,
  loadGlassCatalogue,
  mosaicOf,
  quantumEfficiencyOf,
  readAgf,
  readLens,
  readLight,
  readQuantumEfficiency,
  readSensorFile,
  WAVELENGTHS,
  type CataloguedGlass,
  type SensorFile,
} from '@lumenloom/engine';
import { sensors } from '@lumenloom/engine/catalogue';
import { readSceneFile } from '@lumenloom/node-host';
import { drawingOf, lensSheet, lensSummary } from './lens-sheet.ts';
import type { ReadFile, Reading, WrittenPart } from './reading.ts';
import { meanLuminance, thumbnailOf } from './scene-preview.ts';

/** The twelve fields of a sensor. */
const sensorFields = sensors.bayerGrbg.fields;

/** The result of reading a file, before it is written. */
interface Outcome extends ReadFile {
  /** The part for a plan as JSON (own-parts.ts reads it). */
  readonly part: object;
  readonly preview: OwnFilePreview;
  /** Of a scene; written apart. */
  readonly planes?: readonly Float32Array[];
}

/** Reads a file and writes what was read. @throws SimulationError with a sentence for people. */
export async function readOwnFile(reading: Reading): Promise<ReadFile> {
  const bytes = await readFile(reading.path);
  if (bytes.length === 0) throw new SimulationError('bad-parameter', 'The file is empty.');
  const { part, preview, planes, summary, notes } = await readers[reading.kind](bytes, reading);
  if (planes)
    await writeFile(
      reading.planesPath,
      planes.map(
        ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
      ),
      { flush: true },
    );
  const written: WrittenPart = { part, preview };
  await writeFile(reading.partPath, JSON.stringify(written), { flush: true });
  return { summary, notes };
}

type Reader = (bytes: Uint8Array, reading: Reading) => Outcome | Promise<Outcome>;

const readers: Readonly<Record<Reading['kind'], Reader>> = {
  lens: lensOf,
  scene: sceneOf,
  light: lightOf,
  qe: efficiencyOf,
  sensor: sensorOf,
  glass: glassesOf,
};

async function lensOf(
  bytes: Uint8Array,
  { fileName, keepFocus, glasses }: Reading,
): Promise<Outcome> {
  const own = await Promise.all(
    glasses.map(async (path) => {
      const { part } = JSON.parse(await readFile(path, 'utf8')) as {
        readonly part: { readonly glasses: readonly CataloguedGlass[] };
      };
      return part.glasses;
    }),
  );
  const catalogue = await loadGlassCatalogue(own.flat());
  const { file, notes } = readLens(bytes, fileName, { catalogue, keepFocus });
  const design = lensDesign(file);
  return {
    part: { optics: file },
    preview: { kind: 'lens', drawing: drawingOf(design), sheet: lensSheet(design) },
    summary: lensSummary(design),
    notes: [`The lens is that of ${fileName}.`, ...notes],
  };
}

async function sceneOf(
  bytes: Uint8Array,
  { fileName, dataPath, wavelengths, radiance, room }: Reading,
): Promise<Outcome> {
  const { scene, illuminant, notes } = await readSceneFile(bytes, fileName, {
    wavelengths,
    radiance,
    room,
    companion: async () => (dataPath === undefined ? undefined : readFile(dataPath)),
  });
  const { data, ...rest } = scene;
  const { planes, spectra, rows, columns } = data;
  const stored = planes.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (stored > room)
    throw new SimulationError(
      'too-large',
      `The scene has ${planes.length} planes of ${columns} × ${rows} samples, which take ${Math.ceil(stored / 1e6)} MB; there is room for ${Math.floor(room / 1e6)} MB.`,
    );
  const luminance = meanLuminance(data, illuminant);
  return {
    part: {
      scene: {
        ...rest,
        data: {
          rows,
          columns,
          planes: planes.length,
          spectra: spectra?.map((spectrum) => Array.from(spectrum)) ?? null,
        },
      },
      ...(illuminant && {
        illuminant: { ...illuminant, energy: Array.from(illuminant.energy!) },
      }),
    },
    preview: {
      kind: 'scene',
      rows,
      columns,
      luminance: luminance ?? null,
      thumbnail: await thumbnailOf(data, illuminant),
    },
    planes,
    summary: `${columns} × ${rows}, ${spectra ? `${planes.length} planes of spectra` : planes.length === 1 ? 'grey' : 'colour'}${luminance === undefined ? '' : `, mean ${luminance.toPrecision(3)} cd/m²`}`,
    notes,
  };
}

function lightOf(bytes: Uint8Array, { fileName }: Reading): Outcome {
  const { illuminant, notes } = readLight(decodeText(bytes), fileName);
  const energy = Array.from(illuminant.energy!);
  return {
    part: { illuminant: { ...illuminant, energy } },
    preview: { kind: 'light', wavelengths: Array.from(WAVELENGTHS), energy },
    summary: rangeOf(notes),
    notes,
  };
}

function efficiencyOf(bytes: Uint8Array, { fileName }: Reading): Outcome {
  const { quantumEfficiency, responses, notes } = readQuantumEfficiency(
    decodeText(bytes),
    fileName,
  );
  const [red, green, blue] = responses.map((response) => Array.from(response)) as [
    number[],
    number[],
    number[],
  ];
  return {
    part: { quantumEfficiency: quantumEfficiency ? [red, green, blue] : null },
    preview: { kind: 'qe', wavelengths: Array.from(WAVELENGTHS), red, green, blue },
    summary: rangeOf(notes),
    notes,
  };
}

async function sensorOf(bytes: Uint8Array, { fileName }: Reading): Promise<Outcome> {
  const { sensor, notes } = await readSensorFile(decodeText(bytes), fileName);
  const { name, bits, order, tile, parameters, quantumEfficiency, ...others } = sensor;
  const { channels } = mosaicOf(sensor);
  const responses = quantumEfficiencyOf(sensor);
  const pattern = order ?? tile!.join('/');
  return {
    part: {
      sensor: {
        ...sensor,
        ...(quantumEfficiency && {
          quantumEfficiency: quantumEfficiency.map((response) => Array.from(response)),
        }),
      },
    },
    preview: {
      kind: 'sensor',
      channels: channels.map((channel, i) => ({
        name: channel,
        x: Array.from(WAVELENGTHS),
        y: Array.from(responses[i]!),
      })),
      figures: [
        { name: 'Name', value: name },
        { name: 'Pattern', value: pattern },
        { name: 'Bits', value: String(bits) },
        ...sensorFields.flatMap(({ key, label, unit }) =>
          parameters[key] === undefined
            ? []
            : [{ name: label, value: `${parameters[key]} ${unit}`.trim() }],
        ),
        ...Object.entries(others).map(([key, value]) => ({
          name: OTHER_LABELS[key as keyof typeof OTHER_LABELS],
          value: String(value),
        })),
      ],
      parameters,
    },
    summary: `${name}: ${pattern}, ${bits} bits`,
    notes: [`The sensor is that of ${fileName}: ${name}.`, ...notes],
  };
}

/** Values of a sensor file that replace fields, with their units. */
const OTHER_LABELS: Readonly<
  Record<
    Exclude<
      keyof SensorFile,
      'name' | 'bits' | 'order' | 'tile' | 'parameters' | 'quantumEfficiency'
    >,
    string
  >
> = {
  blackLevel: 'Black level, codes',
  readNoiseElectrons: 'Read noise, electrons',
  dsnuElectrons: 'DSNU, electrons',
  darkElectronsPerSecond: 'Dark current, electrons/s',
  longestExposureSeconds: 'Longest exposure, s',
};

/** The samples that the first sentence of a reader tells of: '31 samples from 400 to 700 nm'. */
const rangeOf = ([first = '']: readonly string[]): string => /: (.*)\.$/.exec(first)?.[1] ?? first;

function glassesOf(bytes: Uint8Array, { fileName }: Reading): Outcome {
  const glasses = readAgf(decodeText(bytes), fileName);
  const names = glasses.map(({ name }) => name);
  return {
    part: { glasses },
    preview: { kind: 'glass', glasses: names },
    summary: `${glasses.length} ${glasses.length === 1 ? 'glass' : 'glasses'}`,
    notes: [`${fileName} has ${glasses.length} glasses, which lens files may name from now on.`],
  };
}
