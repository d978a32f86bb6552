import { shadingPlanes, type ShadingGains } from '../corrections/lens-shading.ts';
import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import { millimetresOf } from '../optics/millimetres.ts';
import { atan, tan } from '../quantities/elementary.ts';
import { build as buildUniformField } from '../scenes/uniform-field/build.ts';
import { microlensShare } from '../sensors/chip/microlens.ts';
import { pixelOf, quantumEfficiencyOf } from '../sensors/pixel.ts';
import type { StageContext } from '../stage.ts';
import { codeLevels } from './camera-colour.ts';
import { exposeSensor } from './expose-sensor.ts';
import type { SimulationPlan } from './plan.ts';
import { lightPath, receptorsOf, type SensedPlan } from './sensor-stage.ts';
import type { Shot } from './shot.ts';

type Shading = NonNullable<SimulationPlan['lensShading']>;
type Nodes = Pick<ShadingGains, 'rows' | 'columns'>;

/** Frames of an even field whose mean gives the gains of `flat`. */
const FLAT_FRAMES = 16;
/** Share of saturation that the brightest of its pixels get. */
const FLAT_LEVEL = 0.5;
/** Seeds of the frames lie far from those of a run and of its next frames. */
const FLAT_SEED = 0x5f1a7000;

/**
 * The gains of a lens shading correction, before they are limited
 * (docs/reference/isp.md#lens-shading). Outside the image circle they are 1.
 *
 * @throws SimulationError 'cancelled' when stopped.
 */
export async function shadingGains(
  shot: Shot<SensedPlan>,
  shading: Shading,
  host: Pick<Host, 'parallel' | 'loadImage'>,
  stage: Pick<StageContext, 'stopped'>,
): Promise<ShadingGains> {
  if (shading.from === 'file') return shading.gains;
  const [columns, rows] = shading.grid;
  return shading.from === 'truth'
    ? trueGains(shot, { rows, columns })
    : flatGains(shot, { rows, columns }, host, stage);
}

/** Where a node lies among so many pixels, in pixels from the middle of the first one. */
const placeOf = (node: number, nodes: number, pixels: number): number =>
  nodes === 1 ? 0 : (node * (pixels - 1)) / (nodes - 1);

function trueGains({ plan, lens, lit }: Shot<SensedPlan>, nodes: Nodes): ShadingGains {
  const { grid, sensor } = plan;
  const { channels } = shadingPlanes(sensor);
  const weights = quantumEfficiencyOf(sensor).map((response) =>
    response.map((share, band) => share * lit.white[band]!),
  );
  const microlens = sensor.chip?.microlens;
  /** Light that a microlens lets through over the light on the axis. */
  const passedAt = (height: number): number =>
    microlens
      ? microlensShare(microlens, lens, millimetresOf(height)) / microlensShare(microlens, lens, 0)
      : 1;
  const [right, down] = grid.offset ?? [0, 0];
  const data = new Float32Array(nodes.rows * nodes.columns * channels.length);
  for (let row = 0, at = 0; row < nodes.rows; row += 1)
    for (let column = 0; column < nodes.columns; column += 1) {
      const x = placeOf(column, nodes.columns, grid.columns) + 0.5 - grid.columns / 2 + right;
      const y = placeOf(row, nodes.rows, grid.rows) + 0.5 - grid.rows / 2 + down;
      const height = Math.sqrt(x * x + y * y) * grid.pitch;
      const passed = passedAt(height);
      for (const channel of channels) {
        const light = passed * (lens.relativeLight?.(height, weights[channel]!) ?? 1);
        data[at] = light > 0 ? 1 / light : 1;
        at += 1;
      }
    }
  return { ...nodes, planes: channels.length, data };
}

/** An even surface that fills the picture, in the light of the shot, and its field of view. */
async function evenField(
  { plan, lens, lit }: Shot<SensedPlan>,
  host: Pick<Host, 'loadImage'>,
): Promise<{ readonly lit: LitScene; readonly hfov: number }> {
  const { grid } = plan;
  const [right, down] = grid.offset ?? [0, 0];
  const corner =
    grid.pitch * Math.hypot(grid.columns / 2 + Math.abs(right), grid.rows / 2 + Math.abs(down));
  const angle = Math.min(lens.field?.halfAngle ?? Infinity, lens.fieldAngle(corner));
  const scene = await buildUniformField({ hfov: 1, reflectance: 1 }, host);
  return {
    lit: { ...lit, scene, radiance: [lit.white] },
    // A little more than the corner, so that no blur brings its edge into the picture.
    hfov: 2 * atan(1.2 * tan(Math.min(angle, 1.5)) + 0.02),
  };
}

async function flatGains(
  shot: Shot<SensedPlan>,
  nodes: Nodes,
  host: Pick<Host, 'parallel' | 'loadImage'>,
  stage: Pick<StageContext, 'stopped'>,
): Promise<ShadingGains> {
  const { plan, lens } = shot;
  const { grid, sensor, noise, seeds } = plan;
  const light = await lens.formImage(
    await evenField(shot, host),
    { grid, receptors: receptorsOf(sensor) },
    host,
    { stopped: () => stage.stopped(), progress: () => undefined },
    plan.quality,
  );
  const { area, saturation } = pixelOf(sensor);
  const brightest = light.reduce((most, value) => Math.max(most, value), 0);
  const exposureSeconds = (FLAT_LEVEL * saturation) / (area * brightest);
  const sums = new Float64Array(light.length);
  const frames = noise ? FLAT_FRAMES : 1;
  for (let frame = 0; frame < frames; frame += 1) {
    const temporal = (seeds.temporal + FLAT_SEED + frame) >>> 0;
    const { raw } = await exposeSensor(
      {
        ...plan,
        size: grid,
        light,
        exposureSeconds,
        seeds: { ...seeds, temporal },
        ...lightPath(shot),
      },
      host,
      { stopped: () => stage.stopped(), progress: () => undefined },
    );
    for (let i = 0; i < sums.length; i += 1) sums[i]! += raw[i]!;
  }
  const { black } = codeLevels(sensor);
  return gainsOfMeans(nodeMeans(sums, frames, black, { grid, ...shadingPlanes(sensor) }, nodes));
}

/** Mean code above black around each node, per plane; as gains are laid out. */
function nodeMeans(
  sums: Float64Array,
  frames: number,
  black: number,
  { grid, planeAt, channels }: Pick<SensedPlan, 'grid'> & ReturnType<typeof shadingPlanes>,
  nodes: Nodes,
): ShadingGains {
  const planes = channels.length;
  const data = new Float32Array(nodes.rows * nodes.columns * planes);
  // Half a cell, but at least a tile, so that each colour has a pixel in it.
  const reach = (count: number, pixels: number, tile: number): number =>
    Math.max((pixels - 1) / (count - 1) / 2, tile);
  const [reachDown, reachRight] = [
    reach(nodes.rows, grid.rows, planeAt.length),
    reach(nodes.columns, grid.columns, planeAt[0]!.length),
  ];
  const span = (place: number, half: number, pixels: number): readonly [number, number] => [
    Math.max(0, Math.ceil(place - half)),
    Math.min(pixels - 1, Math.floor(place + half)),
  ];
  const [total, count] = [new Float64Array(planes), new Float64Array(planes)];
  for (let row = 0, at = 0; row < nodes.rows; row += 1) {
    const [top, bottom] = span(placeOf(row, nodes.rows, grid.rows), reachDown, grid.rows);
    for (let column = 0; column < nodes.columns; column += 1, at += planes) {
      const place = placeOf(column, nodes.columns, grid.columns);
      const [left, right] = span(place, reachRight, grid.columns);
      total.fill(0);
      count.fill(0);
      for (let y = top; y <= bottom; y += 1)
        for (let x = left; x <= right; x += 1) {
          const line = planeAt[y % planeAt.length]!;
          const plane = line[x % line.length]!;
          total[plane]! += sums[y * grid.columns + x]! / frames - black;
          count[plane]! += 1;
        }
      for (let plane = 0; plane < planes; plane += 1)
        data[at + plane] = total[plane]! / Math.max(1, count[plane]!);
    }
  }
  return { ...nodes, planes, data };
}

/** The largest mean of a plane over each of its means; 1 where there is no light. */
function gainsOfMeans({ data, planes, ...nodes }: ShadingGains): ShadingGains {
  const most = Array.from({ length: planes }, (_, plane) =>
    data.reduce(
      (largest, mean, at) => (at % planes === plane ? Math.max(largest, mean) : largest),
      0,
    ),
  );
  return {
    ...nodes,
    planes,
    data: data.map((mean, at) => (mean > 0 ? most[at % planes]! / mean : 1)),
  };
}
