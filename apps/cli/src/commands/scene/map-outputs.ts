import {
  autofocused,
  depthOfPlan,
  isThroughLens,
  labelView,
  mapThroughLens,
  npyHeader,
  sceneTraits,
  VERSION,
  type Host,
  type LabelView,
  type PixelMap,
  type SimulationPlan,
} from '@lumenloom/engine';
import { writePng16, type Render } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { identifiersOfWorld, isPhotographed } from '../photographed-world.ts';

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

/** Where the maps of a scene come from. */
export interface MapSource {
  /** Undefined for a scene of the recipe. */
  readonly render: Render | undefined;
  readonly plan: SimulationPlan;
  /** Gets what was decided about identifiers, one sentence each. */
  readonly tell?: (note: string) => void;
  /** Whether the plan's depth goes before the render's own, in which unknown places are 0. */
  readonly isPlanned: boolean;
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
  { render, plan: asked, tell, isPlanned }: MapSource,
  host: Pick<Host, 'loadImage'>,
  wanted: readonly MapOption[],
): Promise<ReadonlyMap<MapOption, Uint8Array>> {
  const plan = await autofocused(asked, host);
  const { label } = sceneTraits(plan.scene);
  const files = new Map<MapOption, Uint8Array>();
  for (const option of wanted) {
    if (option === 'ids-out') {
      const plane = isPhotographed(plan) ? identifiersOfWorld(plan) : await render?.identifiers();
      if (!plane) throw new UsageError(`--ids-out: ${label} has no identifiers.`);
      for (const note of plane.notes) tell?.(note);
      const warped = mapThroughLens(await viewOf(plan, plane), plane);
      files.set(option, identifiersFile(warped, plane.notes));
      continue;
    }
    const depth = render && !isPlanned ? await render.depth() : await depthOfPlan(plan, host);
    if (!depth) throw new UsageError(`--depth-out: ${label} has no depth.`);
    const metres = 'metres' in depth ? depth.metres : depth.distances;
    const values = metres.map((value) => (Number.isNaN(value) ? 0 : value));
    files.set(option, depthFile(mapThroughLens(await viewOf(plan, depth), { ...depth, values })));
  }
  return files;
}

const viewOf = (plan: SimulationPlan, size: Size): Promise<LabelView> =>
  labelView({ ...plan, hfov: plan.scene.parameters.hfov, isOnSensor: isThroughLens(plan) }, size);

type Size = Parameters<typeof labelView>[1];

const identifiersFile = (
  { rows, columns, values }: PixelMap<Uint16Array>,
  notes: readonly string[],
): Uint8Array =>
  writePng16(
    { rows, columns, channels: 1, data: values },
    { Software: `Lumenloom ${VERSION}`, Description: ['Identifiers', ...notes].join('\n') },
  );

const depthFile = ({ rows, columns, values }: PixelMap<Float32Array>): Uint8Array =>
  Buffer.concat([
    npyHeader('float32', [rows, columns]),
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  ]);
