import type { Host } from '../host.ts';
import { focusOfPlan, loadLens } from '../optics/load-lens.ts';
import type { LensPathsPlan } from '../optics/lens-paths.ts';
import { hfovOnSensor } from '../optics/on-sensor.ts';
import type { Lens } from '../optics/lens.ts';
import { withAutofocus } from '../optics/with-autofocus.ts';
import { digestOf } from '../digest.ts';
import { tan } from '../quantities/elementary.ts';
import { degreesOf } from '../quantities/units.ts';
import { WAVELENGTHS } from '../quantities/wavelengths.ts';
import type { SceneDepth } from '../scenes/scene-depth.ts';
import { SimulationError } from '../simulation-error.ts';
import { recall } from '../stage-memory.ts';
import type { StageContext } from '../stage.ts';
import {
  turnsOf,
  type HiddenRule,
  type RenderedWorld,
  type WorldExposure,
  type WorldFacts,
  type WorldLightPicture,
  type WorldPaths,
  type WorldPicture,
  type WorldPlan,
  type WorldRenderer,
  type WorldView,
} from '../worlds.ts';
import type { SimulationPlan } from './plan.ts';
import { levelledWorld, type LevelledWorld } from './lamp-levels.ts';
import { recalledLight, summedLight } from './world-light.ts';
import { takenWorld } from './world-paths.ts';

/** Farthest from the axis that a pinhole picture reaches (docs/reference/world.md#w8), radians. */
const WIDEST = (75 * Math.PI) / 180;
const MOST_SAMPLES = 1e8;
/** Paths through a lens. */
const MOST_PATHS = 2e9;
/** What kernels reach beyond the blur, m. @see docs/reference/depth.md#scenes */
const KERNEL_REACH = 35e-6;
/** Blur beyond which no margin is made: what stands so near the frame is mostly hidden, pixels. */
const MOST_MARGIN = 400;
/** Places along each side of the sensor at which the field is looked at. */
const PLACES = 33;
/** Columns of the first look at the distances. */
const SURVEY_COLUMNS = 96;

type Watch = Pick<StageContext, 'stopped' | 'progress'>;

/**
 * The plan with the scene, the depth and the light that its world gives, as its lens sees it
 * (docs/reference/world.md#w8); a plan without a world, or whose world is rendered, as it is.
 *
 * @throws SimulationError for a lens that has no layers, a field that is too wide, and a world that
 *   cannot be rendered; 'cancelled' when stopped.
 */
export async function withWorld<Plan extends SimulationPlan>(
  plan: Plan,
  host: Host,
  watch: Watch,
): Promise<Plan> {
  const { world: asked, grid, frame } = plan;
  if (!asked || asked.rendered) return plan;
  if (!host.worlds)
    throw new SimulationError('bad-parameter', 'Worlds are not rendered here.', 'world');
  const seconds = frame ? frame.index / frame.hertz : 0;
  const { world, scales } = levelledWorld(asked);
  const worlds = await remembering(world, host.worlds, host);
  if (world.params.through === 'lens')
    return exposedWorld(plan, { worlds, world, scales }, host, watch, seconds);
  const first = viewOf(await loadLens(plan.optics), plan, { margin: 0, seconds });
  const far = await worlds.survey(world, small(first));
  const lens = await loadLens((await surveyed(plan, { ...small(first), depth: far })).optics);
  const margin = marginOf(lens, plan, far);
  const view = viewOf(lens, plan, { margin, seconds });
  const hidden = hiddenRule(lens, plan, view);
  const facts = { through: 'layers' as const, marginPercent: (100 * 2 * margin) / grid.columns };
  const { samples, sampling } = world.params;
  return takenWorld(
    plan,
    Math.ceil(samples / sampling ** 2),
    {
      ...view,
      sampling,
      groups: 1,
      take: (paths, seed, isFinal) =>
        worlds.render(
          seeded(world, seed),
          view,
          { samples: paths, ...(isFinal && hidden && { hidden }) },
          watch,
        ),
      framed: (picture, isFinal) => ({
        ...plan,
        ...sceneOf(asked, view, summedLight(picture, isFinal ? scales : AS_RENDERED), {
          marginPixels: margin,
          facts,
        }),
      }),
    },
    host,
    watch,
  );
}

/** Each group as bright as it was rendered. */
const AS_RENDERED: LevelledWorld['scales'] = new Map();

/** Renders a world as a host does, or takes what its memory keeps of other runs. */
async function remembering(
  plan: WorldPlan,
  worlds: WorldRenderer,
  host: Pick<Host, 'memory'>,
): Promise<WorldRenderer> {
  const stamp = host.memory && (await worlds.stamp(plan));
  const { document, folder = '', isApart = false } = plan;
  const keyOf = ({ params: { seed, sampling } }: WorldPlan, ...more: readonly unknown[]) =>
    stamp === undefined ? undefined : [document, folder, stamp, isApart, seed, sampling, ...more];
  const listed = (samples: WorldPaths) =>
    typeof samples === 'number' ? samples : Array.from(samples);
  return {
    ...worlds,
    survey: async (world, view) => {
      const key = keyOf(world, 'survey', view);
      if (!key) return worlds.survey(world, view);
      const make = () => worlds.survey(world, view);
      const { result } = await recall(host.memory, key, make, ({ byteLength }) => byteLength);
      return result;
    },
    render: (world, view, how, watch) =>
      recalledLight(host, keyOf(world, view, { ...how, samples: listed(how.samples) }), () =>
        worlds.render(world, view, how, watch),
      ),
    expose: (world, exposure, watch) =>
      recalledLight(host, keyOf(world, { ...exposure, samples: listed(exposure.samples) }), () =>
        worlds.expose(world, exposure, watch),
      ),
  };
}

const seeded = (world: WorldPlan, seed: number): WorldPlan => ({
  ...world,
  params: { ...world.params, seed },
});

/**
 * The plan with the light on its sensor as its scene: ray by ray through the lens
 * (docs/reference/world.md#w8).
 */
async function exposedWorld<Plan extends SimulationPlan>(
  plan: Plan,
  {
    worlds,
    world,
    scales,
  }: LevelledWorld & { /** As `remembering` makes it. */ readonly worlds: WorldRenderer },
  host: Host,
  watch: Watch,
  seconds: number,
): Promise<Plan> {
  const { grid, frame: _, ...asked } = plan;
  const { params } = world;
  const nominal = await loadLens(plan.optics);
  const { entrancePupil = 0 } = nominal.chiefRays ?? {};
  const from = { rows: grid.rows, columns: grid.columns, entrancePupil, seconds };
  const hfov = hfovOnSensor(nominal, grid);
  const focused = focusOfPlan(plan.optics)?.autofocus
    ? await surveyed(plan, {
        ...small({ ...from, hfov }),
        depth: await worlds.survey(world, small({ ...from, hfov })),
      })
    : plan;
  const lens = await loadLens(focused.optics);
  if (!lens.chiefRays && !isFromVertex(world))
    throw new SimulationError(
      'bad-parameter',
      'The lens has no entrance pupil: say where its first vertex stands, with world.camera.origin: vertex.',
      'world.camera.origin',
    );
  const view = {
    ...from,
    hfov: hfovOnSensor(lens, grid),
    entrancePupil: lens.chiefRays?.entrancePupil ?? 0,
  };
  const paths: LensPathsPlan = { optics: focused.optics, grid, lensBands: params.lensBands };
  const exposure = {
    lens: paths,
    rows: grid.rows,
    columns: grid.columns,
    entrancePupil: view.entrancePupil,
    seconds,
    perRadiance: lens.irradiancePerRadiance,
  };
  const take = (samples: WorldPaths, seed: number): Promise<WorldLightPicture> => {
    const planned = { ...exposure, samples };
    refusePaths(planned);
    return worlds.expose(seeded(world, seed), planned, watch);
  };
  const framed = (picture: WorldLightPicture, isFinal: boolean): Plan => ({
    ...focused,
    ...sceneOf(asked.world!, view, summedLight(picture, isFinal ? scales : AS_RENDERED), {
      marginPixels: 0,
      facts: { through: 'lens', marginPercent: 0 },
      taken: exposure,
    }),
  });
  const { samples, lensBands: groups } = params;
  const size = { rows: grid.rows, columns: grid.columns, sampling: 1, groups };
  return takenWorld(focused, turnsOf(samples, groups), { ...size, take, framed }, host, watch);
}

const isFromVertex = ({ document }: WorldPlan): boolean =>
  (document as { readonly camera?: { readonly origin?: unknown } }).camera?.origin === 'vertex';

function refusePaths({ rows, columns, samples }: WorldExposure): void {
  const paths =
    typeof samples === 'number'
      ? rows * columns * samples
      : samples.reduce((sum, count) => sum + count, 0);
  if (paths > MOST_PATHS)
    throw new SimulationError(
      'too-large',
      `Through the lens the picture would take ${(paths / 1e9).toPrecision(3)}e9 paths; at most ${MOST_PATHS / 1e9}e9 are traced: choose fewer pixels or worldParams.samples.`,
      'worldParams.samples',
    );
}

/** The picture of the world in the plan, in place of its scene. */
function sceneOf(
  world: WorldPlan,
  view: WorldView,
  picture: WorldPicture,
  {
    marginPixels,
    facts: how,
    taken = view,
  }: Pick<RenderedWorld, 'marginPixels'> & {
    /** All that has made the picture. */
    readonly taken?: object;
    readonly facts: Pick<WorldFacts, 'through' | 'marginPercent'>;
  },
): Pick<SimulationPlan, 'scene' | 'depth' | 'illuminant' | 'luminance' | 'world'> {
  const { planes, spectra, white, depth, hidden, ids, facts } = picture;
  const size = { rows: view.rows, columns: view.columns };
  const digest = digestOf([
    world.document,
    world.folder,
    world.params,
    picture.facts.seed,
    picture.facts.samplesMean,
    taken,
  ]);
  const fromVertex = (metres: Float32Array): Float32Array =>
    metres.map((distance) => distance - view.entrancePupil);
  return {
    scene: {
      id: 'own',
      label: world.label,
      digest,
      nativeIlluminant: 'd65',
      parameters: { hfov: view.hfov },
      data: { ...size, planes, spectra, isEndless: true },
    },
    depth: {
      ...size,
      label: world.label,
      digest,
      kind: 'z',
      distances: fromVertex(depth),
      unknownShare: 0,
      ...(hidden && {
        hidden: {
          planes: hidden.planes,
          distances: fromVertex(hidden.depth),
          isRendered: true as const,
        },
      }),
    },
    illuminant: { label: `the light of ${world.label}`, energy: white, absolute: true },
    luminance: { of: 'as given' },
    world: {
      ...world,
      rendered: {
        ids,
        depth,
        view,
        marginPixels,
        facts: { ...facts, ...how },
      },
    },
  };
}

/** The same view with few samples. */
function small(view: WorldView): WorldView {
  const share = Math.min(1, SURVEY_COLUMNS / view.columns);
  const even = (count: number): number => 2 * Math.max(1, Math.ceil((count * share) / 2));
  return { ...view, columns: even(view.columns), rows: even(view.rows) };
}

/** The plan with its autofocus settled on what the first look has found. */
async function surveyed<Plan extends SimulationPlan>(
  plan: Plan,
  { rows, columns, hfov, entrancePupil, depth }: WorldView & { readonly depth: Float32Array },
): Promise<Plan> {
  if (!focusOfPlan(plan.optics)?.autofocus) return plan;
  const map: SceneDepth = {
    rows,
    columns,
    kind: 'z',
    distances: depth.map((distance) => distance - entrancePupil),
    unknownShare: 0,
  };
  const weights = Float64Array.from(WAVELENGTHS, () => 1);
  const optics = await withAutofocus(plan.optics, {
    depth: map,
    hfov,
    pitch: plan.grid.pitch,
    weights,
  });
  return { ...plan, optics };
}

/** Pixels that blur and kernels bring into the picture from beyond each side of the sensor. */
function marginOf(lens: Lens, { grid }: SimulationPlan, depths: Float32Array): number {
  const scale = lens.blurScale?.(grid.pitch);
  if (!scale) return 1;
  const pupil = lens.chiefRays!.entrancePupil;
  const widest = depths.reduce(
    (most, depth) => Math.max(most, Math.abs(scale.blurOf(Math.max(scale.nearest, depth - pupil)))),
    0,
  );
  return Math.ceil(Math.min(MOST_MARGIN, widest + KERNEL_REACH / grid.pitch));
}

/**
 * What stands behind the first surface by the blur of its distance; of a lens without any, nothing.
 */
function hiddenRule(lens: Lens, plan: SimulationPlan, view: WorldView): HiddenRule | undefined {
  const scale = lens.blurScale?.(plan.grid.pitch);
  return (
    scale && {
      blur: scale.made,
      entrancePupil: view.entrancePupil,
      sampling: plan.world!.params.sampling,
    }
  );
}

/** The pinhole picture that a sensor needs, with a margin in pixels on each side. */
function viewOf(
  lens: Lens,
  { grid, world }: SimulationPlan,
  { margin, seconds }: { readonly margin: number; readonly seconds: number },
): WorldView {
  const { chiefRays } = lens;
  const shift = lens.axisShift ?? [0, 0];
  const isMoved = shift[0] !== 0 || shift[1] !== 0;
  if (!chiefRays || (lens.imagePoint && !isMoved))
    throw new SimulationError(
      'bad-parameter',
      'A lens without symmetry about its axis has no layers: use through: lens.',
      'worldParams.through',
    );
  const perTangent = (world!.params.sampling * chiefRays.scale) / grid.pitch;
  const [across, down] = halfTangents(lens, grid, margin);
  const columns = 2 * Math.ceil(across * perTangent);
  const rows = 2 * Math.ceil(down * perTangent);
  if (rows * columns > MOST_SAMPLES)
    throw new SimulationError(
      'too-large',
      `The world would have ${columns} × ${rows} samples; at most ${MOST_SAMPLES / 1e6} million are rendered: choose fewer pixels, or a smaller worldParams.sampling.`,
      'worldParams.sampling',
    );
  return {
    rows,
    columns,
    hfov: 2 * Math.atan(columns / 2 / perTangent),
    entrancePupil: chiefRays.entrancePupil,
    seconds,
  };
}

/** Largest tangents of the field across and down that the sensor sees. */
function halfTangents(
  lens: Lens,
  { rows, columns, pitch, offset = [0, 0] }: SimulationPlan['grid'],
  margin: number,
): readonly [number, number] {
  let [across, down] = [0, 0];
  const [right, under] = [0, 1].map(
    (axis) => offset[axis]! - (lens.axisShift?.[axis] ?? 0) / pitch,
  );
  for (let i = 0; i < PLACES; i += 1) {
    const share = (2 * i) / (PLACES - 1) - 1;
    for (const [x, y] of [
      [share, 1],
      [share, -1],
      [1, share],
      [-1, share],
    ] as const) {
      const places = [
        right! + x * (columns / 2 + margin),
        under! + y * (rows / 2 + margin),
      ] as const;
      const distance = Math.hypot(...places);
      const { imageRadius = Infinity } = lens.field ?? {};
      const angle = lens.fieldAngle(Math.min(imageRadius, distance * pitch));
      if (!(angle <= WIDEST))
        throw new SimulationError(
          'bad-parameter',
          `The sensor sees ${Math.round(degreesOf(angle))} degrees from the axis: layers reach 75; use through: lens.`,
          'worldParams.through',
        );
      const stretch = tan(angle) / distance;
      across = Math.max(across, Math.abs(places[0]) * stretch);
      down = Math.max(down, Math.abs(places[1]) * stretch);
    }
  }
  return [across, down];
}
