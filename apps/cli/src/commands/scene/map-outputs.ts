import {
  labelView,
  mapThroughLens,
  npyHeader,
  VERSION,
  type DepthPlan,
  type LabelView,
  type SimulationPlan,
} from '@lumenloom/engine';
import {
  writePng16,
  type DepthPlane,
  type IdentifierPlane,
  type Render,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';

/** Options for what stands at each pixel of the picture. */
export const mapOutputOptions = {
  'ids-out': {
    value: 'F.png',
    output: 'file',
    says: "The scene's identifiers where the lens images them, 16 bits, never mixed; 0 is nothing. With --scene-folder the end of each file's name.",
  },
  'depth-out': {
    value: 'F.npy',
    output: 'file',
    says: "The scene's depth likewise, metres, 0 where it is not known.",
  },
} as const;

export type MapOption = keyof typeof mapOutputOptions;

/** What stands at each pixel of a scene. */
export interface SceneMaps {
  readonly label: string;
  readonly size: Pick<DepthPlane, 'rows' | 'columns'>;
  readonly depth: () => Promise<DepthPlane | undefined>;
  readonly identifiers: () => Promise<IdentifierPlane | undefined>;
}

/**
 * The maps of an exposure, or of a scene with a depth map beside it.
 *
 * @returns undefined where there is neither.
 */
export function mapsOf(
  render: Render | undefined,
  depth: DepthPlan | undefined,
): SceneMaps | undefined {
  const known = depth && { ...depth, metres: depth.distances };
  const label = render?.scene.label ?? depth?.label;
  const size = render?.scene.data ?? depth;
  if (label === undefined || !size) return undefined;
  return {
    label,
    size,
    depth: known || !render ? () => Promise.resolve(known) : render.depth,
    identifiers: render?.identifiers ?? (() => Promise.resolve(undefined)),
  };
}

/**
 * The maps of a scene as the camera of a plan sees them: each pixel has the value at the place that
 * its middle shows.
 *
 * @param wanted options of the maps.
 * @returns the content of their files.
 * @throws UsageError where the scene has no such map.
 */
export async function mapFiles(
  maps: SceneMaps,
  { optics, grid, scene }: SimulationPlan,
  wanted: readonly MapOption[],
): Promise<ReadonlyMap<MapOption, Uint8Array>> {
  const files = new Map<MapOption, Uint8Array>();
  if (wanted.length === 0) return files;
  const { hfov } = scene.parameters;
  const view = await labelView({ optics, grid, hfov }, maps.size);
  for (const option of wanted)
    files.set(
      option,
      option === 'ids-out' ? await identifiersFile(maps, view) : await depthFile(maps, view),
    );
  return files;
}

async function identifiersFile(
  { label, identifiers }: SceneMaps,
  view: LabelView,
): Promise<Uint8Array> {
  const plane = await identifiers();
  if (!plane) throw new UsageError(`--ids-out: ${label} has no identifiers.`);
  const { rows, columns, values } = mapThroughLens(view, plane);
  return writePng16(
    { rows, columns, channels: 1, data: values },
    { Software: `Lumenloom ${VERSION}`, Description: 'identifiers' },
  );
}

async function depthFile({ label, depth }: SceneMaps, view: LabelView): Promise<Uint8Array> {
  const plane = await depth();
  if (!plane) throw new UsageError(`--depth-out: ${label} has no depth.`);
  const known = plane.metres.map((metres) => (Number.isNaN(metres) ? 0 : metres));
  const { rows, columns, values } = mapThroughLens(view, { ...plane, values: known });
  return Buffer.concat([
    npyHeader('float32', [rows, columns]),
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  ]);
}
