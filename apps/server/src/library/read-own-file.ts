import { readFile, stat, writeFile } from 'node:fs/promises';
import type { OwnFilePreview } from '@lumenloom/contract';
import {
  SimulationError,
  decodeText,
  lensDesign,
  lensOverview,
  parseJson,
  loadGlassCatalogue,
  readAgf,
  readDescriptor,
  MAP_NAMES,
  isMeasured,
  measuredOverview,
  readAnyLens,
  readLight,
  readQuantumEfficiency,
  readSensorFile,
  sensorOverview,
  WAVELENGTHS,
  type CataloguedGlass,
  type LensFileFacts,
  type PartialDescriptor,
} from '@lumenloom/engine';
import { describeNetwork, encodePng, readDepthMap, readSceneFile } from '@lumenloom/node-host';
import { sheetOf } from './lens-of-file.ts';
import { readTwin, type FileReading } from './read-twin.ts';
import type { ReadFile, Reading, WrittenPart } from './reading.ts';
import { meanLuminance, pngUrl, thumbnailOf } from './scene-preview.ts';
import { sensorPreview, sensorSummary } from './sensor-sheet.ts';

/** The result of reading a file, before it is written. */
interface Outcome extends ReadFile {
  /** The part for a plan as JSON (own-parts.ts reads it). */
  readonly part: object;
  readonly preview: OwnFilePreview;
  /** What a lens file has besides its lens. */
  readonly file?: LensFileFacts;
  /** The planes of a scene, or the maps of a sensor, which are written apart. */
  readonly planes?: readonly ArrayBufferView[];
}

/** Reads a file and writes what was read. @throws SimulationError with a sentence for people. */
export async function readOwnFile(reading: Reading): Promise<ReadFile> {
  const { size } = await stat(reading.path);
  if (size === 0) throw new SimulationError('bad-parameter', 'The file is empty.');
  if (reading.kind === 'twin') return readTwin(reading, readAndWrite);
  return readAndWrite(reading.kind, await readFile(reading.path), reading);
}

type FileKind = Exclude<Reading['kind'], 'twin'>;

/** Reads the bytes of a file and writes what was read. */
async function readAndWrite(
  kind: FileKind,
  bytes: Uint8Array,
  reading: FileReading,
): Promise<ReadFile> {
  const { part, preview, file, planes, ...read } = await readers[kind](bytes, reading);
  if (planes)
    await writeFile(
      reading.planesPath,
      planes.map(
        ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
      ),
      { flush: true },
    );
  const written: WrittenPart = { part, preview, ...(file && { file }) };
  await writeFile(reading.partPath, JSON.stringify(written), { flush: true });
  return read;
}

type Reader = (bytes: Uint8Array, reading: FileReading) => Outcome | Promise<Outcome>;

const readers: Readonly<Record<FileKind, Reader>> = {
  lens: lensOf,
  scene: sceneOf,
  depth: depthOf,
  light: lightOf,
  qe: efficiencyOf,
  sensor: sensorOf,
  glass: glassesOf,
  network: networkOf,
  world: worldOf,
};

async function lensOf(
  bytes: Uint8Array,
  { fileName, keepFocus, glasses, configuration, ignoreKeys }: FileReading,
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
  const { file, notes, about } = readAnyLens(bytes, fileName, {
    catalogue,
    keepFocus,
    ...(configuration !== undefined && { configuration }),
    ...(ignoreKeys && { ignoreKeys }),
  });
  return {
    part: { optics: file },
    file: about,
    ...sheetOf(file, about),
    figures: isMeasured(file) ? measuredOverview(file) : lensOverview(lensDesign(file)),
    notes: [`The lens is that of ${fileName}.`, ...notes],
  };
}

async function sceneOf(
  bytes: Uint8Array,
  { fileName, dataPath, wavelengths, radiance, room }: FileReading,
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

async function depthOf(
  bytes: Uint8Array,
  { fileName, depthKind, depthScale, room }: FileReading,
): Promise<Outcome> {
  const { depth, notes } = await readDepthMap(bytes, fileName, {
    kind: depthKind,
    scale: depthScale,
    room,
  });
  const { distances, ...rest } = depth;
  const { rows, columns, unknownShare } = depth;
  if (distances.byteLength > room)
    throw new SimulationError(
      'too-large',
      `The depth map has ${columns} × ${rows} values, which take ${Math.ceil(distances.byteLength / 1e6)} MB; there is room for ${Math.floor(room / 1e6)} MB.`,
    );
  const near = distances.reduce((a, b) => Math.min(a, b), Infinity);
  const far = distances.reduce((a, b) => Math.max(a, b), 0);
  const metres = (distance: number): string =>
    distance === Infinity ? 'infinity' : `${Number(distance.toPrecision(3))} m`;
  const unknownPercent = 100 * unknownShare;
  return {
    part: { depth: rest },
    preview: {
      kind: 'depth',
      rows,
      columns,
      nearM: near === Infinity ? null : near,
      farM: far === Infinity ? null : far,
      unknownPercent,
      thumbnail: await thumbnailOf(
        {
          rows,
          columns,
          planes: [distances.map((distance) => (near === Infinity ? 1 : near / distance))],
          spectra: undefined,
        },
        undefined,
      ),
    },
    planes: [distances],
    summary: `${columns} × ${rows}, ${metres(near)} to ${metres(far)}${unknownShare > 0 ? `, ${Number(unknownPercent.toPrecision(3))} % unknown` : ''}`,
    notes,
  };
}

function lightOf(bytes: Uint8Array, { fileName }: FileReading): Outcome {
  const { illuminant, notes } = readLight(decodeText(bytes), fileName);
  const energy = Array.from(illuminant.energy!);
  return {
    part: { illuminant: { ...illuminant, energy } },
    preview: { kind: 'light', wavelengths: Array.from(WAVELENGTHS), energy },
    summary: rangeOf(notes),
    notes,
  };
}

function efficiencyOf(bytes: Uint8Array, { fileName }: FileReading): Outcome {
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

async function sensorOf(bytes: Uint8Array, { fileName, open }: FileReading): Promise<Outcome> {
  const text = decodeText(bytes);
  const { sensor, notes } = await readSensorFile(text, fileName, { open });
  const { quantumEfficiency, chip } = sensor;
  const maps = chip?.maps?.planes;
  const stated = parseJson(text) as object;
  return {
    part: {
      sensor: {
        ...sensor,
        ...(quantumEfficiency && {
          quantumEfficiency: quantumEfficiency.map((response) => Array.from(response)),
        }),
      },
      ...(maps && { maps: MAP_NAMES.filter((name) => maps[name]) }),
    },
    ...(maps && { planes: MAP_NAMES.flatMap((name) => maps[name] ?? []) }),
    preview: sensorPreview(sensor),
    summary: sensorSummary(sensor),
    figures: sensorOverview(sensor, (key) => Object.hasOwn(stated, key)),
    notes: [`The sensor is that of ${fileName}: ${sensor.name}.`, ...notes],
  };
}

/** The samples that the first sentence of a reader tells of: '31 samples from 400 to 700 nm'. */
const rangeOf = ([first = '']: readonly string[]): string => /: (.*)\.$/.exec(first)?.[1] ?? first;

function glassesOf(bytes: Uint8Array, { fileName }: FileReading): Outcome {
  const glasses = readAgf(decodeText(bytes), fileName);
  const names = glasses.map(({ name }) => name);
  return {
    part: { glasses },
    preview: { kind: 'glass', glasses: names },
    summary: `${glasses.length} ${glasses.length === 1 ? 'glass' : 'glasses'}`,
    notes: [`${fileName} has ${glasses.length} glasses, which lens files may name from now on.`],
  };
}

async function worldOf(
  _: Uint8Array,
  { path, fileName, filesPath, room, megabytes = Infinity }: Reading,
): Promise<Outcome> {
  const { unpackWorld } = await import('@lumenloom/experiment/worlds');
  const isSetting = megabytes * 1e6 <= room;
  const { document, files, notes, report, thumbnail } = await unpackWorld({
    path,
    fileName,
    into: filesPath,
    megabytes: isSetting ? megabytes : Math.floor(room / 1e6),
    ...(isSetting && { setting: 'DATASETS_MB' }),
  });
  const { objects, lights, triangles, ignored, warnings } = report;
  const counted = (count: number, what: string): string =>
    `${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`;
  return {
    part: { document },
    preview: {
      kind: 'world',
      thumbnail: pngUrl(await encodePng({ ...thumbnail, channels: 3 })),
      document: { ...document },
      files: [...files],
      objects: objects.length,
      lights: lights.length,
      triangles,
      ignored: [...ignored],
      warnings: [...warnings],
    },
    summary: [
      counted(objects.length, 'object'),
      counted(lights.length, 'lamp'),
      counted(triangles, 'triangle'),
    ].join(', '),
    notes: [
      ...notes,
      ...(ignored.length > 0 ? [`Not read: ${ignored.join(', ')}.`] : []),
      ...warnings,
    ],
  };
}

/** Seconds that opening a network may take; the process for the whole file has its own limit. */
const NETWORK_SECONDS = 60;

async function networkOf(
  _: Uint8Array,
  { path, fileName, labels, descriptor: described, memory }: FileReading,
): Promise<Outcome> {
  const named = labels?.split(',').map((label) => label.trim());
  if (named?.includes(''))
    throw new SimulationError(
      'bad-parameter',
      'Labels must be names with commas between them.',
      'labels',
    );
  const { sha256, descriptor, problems } = await describeNetwork(path, {
    labels: named,
    descriptor: described === undefined ? undefined : descriptorOf(described),
    limits: { bytes: memory, seconds: NETWORK_SECONDS },
    watch: { stopped: () => false },
  });
  const { task, output, input } = descriptor;
  const size = input.width === null ? 'any size' : `${input.width} × ${input.height} pixels`;
  return {
    part: { algorithm: { name: fileName, sha256, descriptor, problems } },
    preview: { kind: 'network', descriptor: { ...descriptor }, problems: [...problems], sha256 },
    summary: `${task} (${output.kind}), ${size}`,
    figures: {
      task,
      kind: output.kind,
      width: input.width,
      height: input.height,
      classes: descriptor.labels?.length ?? null,
      sha256,
    },
    notes: [`The algorithm is the network of ${fileName}.`],
  };
}

/** @throws SimulationError at the field of the form. */
function descriptorOf(text: string): PartialDescriptor {
  try {
    return readDescriptor(parseJson(text));
  } catch (error) {
    const field = error instanceof SimulationError && error.field ? `${error.field}: ` : '';
    throw new SimulationError('bad-parameter', field + (error as Error).message, 'descriptor');
  }
}
