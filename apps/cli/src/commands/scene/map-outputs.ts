import {
  labelView,
  mapThroughLens,
  npyHeader,
  VERSION,
  type LabelView,
  type SimulationPlan,
} from '@lumenloom/engine';
import { writePng16, type Render } from '@lumenloom/node-host';
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

/**
 * The maps of a scene as the camera of a plan sees them: each pixel has the value at the place that
 * its middle shows.
 *
 * @param wanted options of the maps.
 * @returns the content of their files.
 * @throws UsageError where the scene has no such map.
 */
export async function mapFiles(
  render: Render,
  { optics, grid, scene }: SimulationPlan,
  wanted: readonly MapOption[],
): Promise<ReadonlyMap<MapOption, Uint8Array>> {
  const files = new Map<MapOption, Uint8Array>();
  if (wanted.length === 0) return files;
  const { hfov } = scene.parameters;
  const view = await labelView({ optics, grid, hfov }, render.scene.data);
  for (const option of wanted)
    files.set(
      option,
      option === 'ids-out' ? await identifiersFile(render, view) : await depthFile(render, view),
    );
  return files;
}

async function identifiersFile(render: Render, view: LabelView): Promise<Uint8Array> {
  const plane = await render.identifiers();
  if (!plane) throw new UsageError(`--ids-out: ${render.scene.label} has no identifiers.`);
  const { rows, columns, values } = mapThroughLens(view, plane);
  return writePng16(
    { rows, columns, channels: 1, data: values },
    { Software: `Lumenloom ${VERSION}`, Description: 'identifiers' },
  );
}

async function depthFile(render: Render, view: LabelView): Promise<Uint8Array> {
  const depth = await render.depth();
  if (!depth) throw new UsageError(`--depth-out: ${render.scene.label} has no depth.`);
  const known = depth.metres.map((metres) => (Number.isNaN(metres) ? 0 : metres));
  const { rows, columns, values } = mapThroughLens(view, { ...depth, values: known });
  return Buffer.concat([
    npyHeader('float32', [rows, columns]),
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  ]);
}
