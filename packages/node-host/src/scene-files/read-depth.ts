import { readRealNpy } from '@lumenloom/engine';
import { notUsedYet, usesOf } from '../exr/channel-uses.ts';
import { openExr, type ExrFile, type NamedChannel } from '../exr/read-exr.ts';
import { decodePicture } from '../image-files.ts';
import { checkSize, failScene } from './spectral-file.ts';

/** Distances as a file has them: 0 and NaN are unknown. */
export interface DepthPlane {
  readonly rows: number;
  readonly columns: number;
  /** metres[row * columns + column]. */
  readonly metres: Float32Array;
}

export interface DepthReading {
  /** Metres per code of a 16-bit PNG; .001 without it. */
  readonly scale?: number | undefined;
  /** Bytes that the plane may take. */
  readonly room?: number | undefined;
}

const METRES_PER_CODE = 0.001;
/** CARLA spreads this distance over 24 bits: red has the lowest. */
const CARLA_METRES = 1000;
const CARLA_CODES = 2 ** 24 - 1;
/** Renderers write such numbers where a ray meets nothing, as Blender does with 1e10. */
const NOTHING_METRES = 1e9;

/**
 * Reads a depth map: .npy of floats [rows, columns], PNG of one channel with 16 bits, or with the
 * three of CARLA, OpenEXR with a channel of depth (`Z`, `ViewLayer.Depth.Z`, `depth`) or Y.
 *
 * @throws SimulationError with a sentence.
 * @see docs/renders.md#folders
 */
export async function readDepthFile(
  bytes: Uint8Array,
  name: string,
  { scale = METRES_PER_CODE, room }: DepthReading = {},
): Promise<DepthPlane> {
  if (/\.npy$/i.test(name)) return depthOfNpy(bytes);
  if (/\.exr$/i.test(name)) return mapOfDepth(openExr(bytes, room));
  const { rows, columns, channels, data, largest } = await decodePicture(bytes);
  const metres = new Float32Array(rows * columns);
  if (channels === 3 && largest === 255)
    for (let i = 0; i < metres.length; i += 1)
      metres[i] =
        ((data[3 * i]! + 256 * data[3 * i + 1]! + 65536 * data[3 * i + 2]!) * CARLA_METRES) /
        CARLA_CODES;
  else if (channels === 1 && largest === 65535)
    for (let i = 0; i < metres.length; i += 1) metres[i] = data[i]! * scale;
  else
    failScene(
      `A depth map as PNG has one channel of 16 bits, or CARLA's three of 8; this one has ${channels} of ${largest === 255 ? 8 : 16}`,
    );
  return { rows, columns, metres };
}

function depthOfNpy(bytes: Uint8Array): DepthPlane {
  const { shape, values, largest } = readRealNpy(bytes);
  const [rows = 0, columns = 0, more = 1] = shape;
  if (shape.length > 3 || more !== 1 || rows === 0 || columns === 0)
    failScene(`A depth map has the shape [rows, columns]; this one has (${shape.join(', ')})`);
  if (largest !== undefined)
    failScene('A depth map as .npy has floats; this one has whole numbers');
  checkSize(rows, columns, 1);
  return { rows, columns, metres: Float32Array.from(values) };
}

/**
 * A map of one number per pixel from an OpenEXR file: its depth, else Y, else R, else its first
 * channel.
 *
 * @throws SimulationError when it cannot be read.
 */
export function mapOfExr(bytes: Uint8Array): {
  rows: number;
  columns: number;
  values: Float32Array;
} {
  const file = openExr(bytes);
  const { depth, colour } = usesOf(file.channels);
  const { name } = depth ?? colour?.[0] ?? file.channels[0]!;
  const { rows, columns, channels } = file.read([name]);
  return { rows, columns, values: channels.get(name)! };
}

/** The depth of a render; undefined where it has none. @throws SimulationError */
export function depthOfExr(
  file: ExrFile,
): (DepthPlane & { readonly kind: 'z' | 'range' }) | undefined {
  const { depth, depthKind } = usesOf(file.channels);
  return depth && { ...metresOf(file, depth), kind: depthKind };
}

function metresOf(file: ExrFile, { name }: NamedChannel): DepthPlane {
  const { rows, columns, channels } = file.read([name]);
  const metres = channels.get(name)!;
  for (let i = 0; i < metres.length; i += 1) if (metres[i]! >= NOTHING_METRES) metres[i] = Infinity;
  return { rows, columns, metres };
}

/** The depth of a file that holds nothing else; its channel may be called Y. */
function mapOfDepth(file: ExrFile): DepthPlane {
  const { depth, colour, vectors } = usesOf(file.channels);
  const channel = depth ?? (colour?.length === 1 ? colour[0] : undefined);
  if (channel) return metresOf(file, channel);
  return failScene(
    vectors[0] === undefined
      ? 'The OpenEXR file has no channel of depth, such as Z'
      : notUsedYet(vectors[0]).slice(0, -1),
  );
}
