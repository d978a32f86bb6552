import { basename } from 'node:path';
import type { OwnParts } from '@lumenloom/contract';
import { decodeText, mosaicOf, readLight, readQuantumEfficiency } from '@lumenloom/engine';
import {
  describeNetwork,
  parseWavelengths,
  readingLimits,
  type Render,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { choiceOption, configurationOption, readBytes } from '../arguments.ts';
import type { Terminal } from './command.ts';
import {
  depthFileOptions,
  depthReadingOf,
  readDepthFiles,
  type DepthFileValues,
} from './depth-files.ts';
import {
  networkOptions,
  readNetworkOptions,
  type NetworkValues,
} from './network/network-options.ts';
import {
  inFile,
  inFileLater,
  lensFileOptions,
  readAnyLensPath,
  type LensFileValues,
} from './read-lens.ts';
import { depthOfRender, openRender, type RenderReading } from './scene/open-render.ts';
import { readSceneFrames, sceneFrameOptions, type SceneFrameValues } from './scene/scene-frames.ts';
import { LENS_SHADING, readShadingPath } from './read-shading.ts';
import { readSensorPath, sensorFileOptions, type SensorFileValues } from './read-sensor.ts';

/** Options that put a part of the camera, or its light, from a file in place of the recipe's. */
export const partFileOptions = {
  'lens-file': {
    value: 'FILE',
    says: "A lens of your own (.zmx, .seq, JSON) or published:NAME, in place of the recipe's.",
  },
  ...lensFileOptions,
  ...configurationOption,
  'light-file': {
    value: 'FILE',
    says: 'A spectrum (CSV or TSV of nm and energy, or photons where the header says so), in place of the illuminant.',
  },
  ...sensorFileOptions,
  'qe-file': {
    value: 'FILE',
    says: 'Quantum efficiency of the sensor (CSV with the header nm,red,green,blue).',
  },
} as const;

/** Options that put one of the user's own files in place of a choice of the recipe. */
export const ownFileOptions = {
  ...partFileOptions,
  'scene-file': {
    value: 'FILE',
    says: "A picture (PNG, JPEG, TIFF, OpenEXR), a spectral cube (.npy, ENVI, OpenEXR, ISETCam .mat) of reflectance, or a renderer's folder with one exposure, in place of the scene.",
  },
  ...sceneFrameOptions,
  ...depthFileOptions,
  wavelengths: { value: 'NM', says: 'Bands of a .npy cube, such as 400:10:700.' },
  radiance: {
    value: 'energy|photons',
    says: 'The scene file holds radiance, and brings its own light.',
  },
  'lens-shading': LENS_SHADING,
  'network-file': {
    value: 'F.onnx',
    says: "A network of your own, in place of the recipe's algorithm; lumenloom network inspect says how it is run.",
  },
  ...networkOptions,
} as const;

/** What the options of `partFileOptions` say. */
type PartValues = LensFileValues &
  SensorFileValues &
  Readonly<Record<'lens-file' | 'light-file' | 'qe-file', string | undefined>>;
type Values = PartValues &
  SceneFrameValues &
  DepthFileValues &
  NetworkValues &
  Readonly<
    Record<'wavelengths' | 'radiance' | 'network-file' | 'lens-shading', string | undefined>
  >;

/** Parts from files, and what was decided while they were read. */
interface OwnFiles {
  readonly own: OwnParts;
  readonly notes: readonly string[];
}

/**
 * Reads the parts of a camera, and its light, that the options name.
 * @throws UsageError naming the file, and the line where it has one.
 */
async function readPartFiles(values: PartValues): Promise<OwnFiles> {
  const lensPath = values['lens-file'];
  // A configuration is a field of the recipe: the file keeps all of them.
  const lens =
    lensPath === undefined
      ? undefined
      : await readAnyLensPath(lensPath, { ...values, configuration: undefined });
  const light = await readText(values['light-file'], readLight);
  const sensor = await readSensorPath(values);
  const isAssumed = sensor?.sensor.assumed?.some(({ key }) => key === 'quantumEfficiency');
  const channels = isAssumed ? mosaicOf(sensor!.sensor).channels : undefined;
  const efficiency = await readText(values['qe-file'], (text, name) =>
    readQuantumEfficiency(text, name, channels),
  );
  if (efficiency && sensor && !isAssumed && (sensor.sensor.quantumEfficiency ?? sensor.sensor.tile))
    throw new UsageError(
      `--qe-file has no effect on the sensor of ${values['sensor-file']!}, which ${sensor.sensor.tile ? 'is no Bayer sensor' : 'brings its own'}: leave it out.`,
    );
  return {
    own: {
      ...(lens && { optics: lens.file }),
      ...(light && { illuminant: light.illuminant }),
      ...(sensor && { sensor: sensor.sensor }),
      ...(efficiency?.quantumEfficiency && { quantumEfficiency: efficiency.quantumEfficiency }),
    },
    notes: [
      ...(lens ? [`The lens is that of ${basename(lensPath!)}.`, ...lens.notes] : []),
      ...(light?.notes ?? []),
      ...(sensor?.notes ?? []),
      ...(efficiency?.notes ?? []),
    ],
  };
}

/**
 * The same for runs that are computed here, with what was decided as lines.
 * @throws UsageError also where a server computes them.
 */
export async function partsHere(
  values: PartValues,
  server: object | undefined,
  say: (line: string) => void,
): Promise<OwnParts> {
  const { own, notes } = await readPartFiles(values);
  if (server && Object.keys(own).length > 0)
    throw new UsageError(
      'Parts from files are for what is computed here: leave --server out, or leave out the options that name files.',
    );
  for (const note of notes) say(note);
  return own;
}

/**
 * Reads the files that the options name.
 * @throws UsageError naming the file, and the line where it has one.
 */
export async function readOwnFiles(
  values: Values,
  terminal: Pick<Terminal, 'env' | 'signal'>,
): Promise<OwnFiles & { readonly render: Render | undefined }> {
  const parts = await readPartFiles(values);
  const frames = await readSceneFrames(values, readingOf(values));
  const scene = frames?.first ?? (await readScenePath(values));
  if (parts.own.illuminant && scene?.illuminant)
    throw new UsageError(
      '--light-file has no effect on a scene of radiance, which brings its own light: leave one of them out.',
    );
  const network = await readNetworkPath(values, terminal);
  const map = await readDepthFiles(values);
  const depth = map ?? frames?.scenes[0] ?? (scene && (await depthOfRender(scene)));
  const shadingPath = values['lens-shading'];
  const lensShading = shadingPath === undefined ? undefined : await readShadingPath(shadingPath);
  return {
    own: {
      ...parts.own,
      ...(scene && { scene: scene.scene }),
      ...(depth?.depth && { depth: depth.depth }),
      ...(frames && { sceneFrames: { hertz: frames.hertz, scenes: frames.scenes } }),
      ...(scene?.illuminant && { illuminant: scene.illuminant }),
      ...(network && { algorithm: network }),
      ...(lensShading && { lensShading }),
    },
    render: scene,
    notes: [
      ...parts.notes,
      ...(scene?.notes ?? []),
      ...(depth?.notes ?? []),
      ...(network ? [`The algorithm is the network of ${network.name}.`] : []),
    ],
  };
}

async function readNetworkPath(
  values: Values,
  { env, signal }: Pick<Terminal, 'env' | 'signal'>,
): Promise<OwnParts['algorithm']> {
  const path = values['network-file'];
  for (const option of ['descriptor', 'labels'] as const)
    if (path === undefined && values[option] !== undefined)
      throw new UsageError(`--${option} belongs to --network-file.`);
  if (path === undefined) return undefined;
  await readBytes(path);
  const options = await inFileLater(values.descriptor ?? path, () => readNetworkOptions(values));
  return inFileLater(path, () =>
    describeNetwork(path, {
      ...options,
      limits: readingLimits(env),
      watch: { stopped: () => signal.aborted },
    }),
  );
}

async function readScenePath(values: Values): Promise<Render | undefined> {
  const path = values['scene-file'];
  for (const option of ['wavelengths', 'radiance'] as const)
    if (
      (path ?? values['scene-folder'] ?? values['scene-frames']) === undefined &&
      values[option] !== undefined
    )
      throw new UsageError(`--${option} belongs to --scene-file.`);
  return path === undefined ? undefined : openRender(path, readingOf(values));
}

/** How scenes are read, as options say. */
export function readingOf(values: Values): RenderReading {
  const { wavelengths, radiance } = values;
  const { scale, kind } = depthReadingOf(values);
  return {
    wavelengths: readWavelengths(wavelengths),
    radiance:
      radiance === undefined
        ? undefined
        : choiceOption('radiance', radiance, ['energy', 'photons'], 'energy'),
    depthScale: scale,
    depthKind: kind,
  };
}

/** Wavelengths of --wavelengths, nm. */
function readWavelengths(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const list = parseWavelengths(text);
  if (!list)
    throw new UsageError(
      `--wavelengths must be first:step:last such as 400:10:700, or numbers with commas, in nm, not "${text.slice(0, 60)}".`,
    );
  return list;
}

/** What a text file holds; undefined without a file. */
async function readText<Value>(
  path: string | undefined,
  read: (text: string, name: string) => Value,
): Promise<Value | undefined> {
  if (path === undefined) return undefined;
  const bytes = await readBytes(path);
  return inFile(path, () => read(decodeText(bytes), basename(path)));
}
