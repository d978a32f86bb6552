import { readWorldDocument } from '@lumenloom/contract';
import { SimulationError, luminanceOf } from '@lumenloom/engine';
import {
  LitWorld,
  NAMED_ENTRIES,
  NAMED_MATERIALS,
  PartRenderer,
  Tracer,
  cameraOf,
  cameraRay,
  illuminanceAt,
  linearRgb,
  luxOfPixels,
  newPlanes,
  probeRay,
  readWorld,
  readWorldLight,
  times,
  viewColour,
  warningsOf,
  type Geometry,
  type WorldFiles,
} from '@lumenloom/world';
import { worldBytes } from './world-bytes.ts';
import type {
  FromDesk,
  PicturePart,
  Share,
  ToDesk,
  WorldFacts,
  WorldSolid,
} from './world-messages.ts';

/** The picture that is there at once, within these columns and rows. */
const PREVIEW = { columns: 64, rows: 48 };
/** A full picture has at most these columns. */
const MOST_COLUMNS = 480;
const PROBE_SAMPLES = 256;
/** The first samples of a picture, which have no error yet, and from which it doubles. */
const FIRST_SAMPLES = 1;

type Camera = ReturnType<typeof cameraOf>;
type Show = Extract<ToDesk, { kind: 'show' }>;
type Probe = Extract<ToDesk, { kind: 'probe' }>;
type Arrays = Readonly<Record<string, Float32Array | Uint16Array>>;

/** The world that is shown, with its camera at full size. */
interface Open {
  readonly id: number;
  readonly lit: LitWorld;
  readonly camera: Camera;
}

/** Lets messages that wait be taken. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

/**
 * Reads worlds and renders its share of the last one: small at once, then in full with ever more
 * samples.
 */
export class WorldDesk {
  private readonly tell: (message: FromDesk, transferred: Transferable[]) => void;
  private files: WorldFiles = worldBytes({});
  private last = 0;
  private open: Open | undefined;

  constructor(tell: (message: FromDesk, transferred: Transferable[]) => void) {
    this.tell = tell;
  }

  take(message: ToDesk): void {
    if (message.kind === 'probe') this.probe(message);
    else void this.show(message);
  }

  private async show(message: Show): Promise<void> {
    const { id, document, files } = message;
    this.last = id;
    if (files) this.files = worldBytes(files);
    try {
      const open = await this.read(id, document);
      if (this.last !== id) return;
      this.open = open;
      if (message.share.first === 0) this.tell({ kind: 'world', id, facts: factsOf(open) }, []);
      await this.refine(open, message);
    } catch (error) {
      if (this.last !== id) return;
      const isProblem = error instanceof SimulationError;
      this.tell(
        {
          kind: 'refused',
          id,
          field: isProblem ? error.field : undefined,
          message: error instanceof Error ? error.message : String(error),
        },
        [],
      );
    }
  }

  private async read(id: number, content: unknown): Promise<Open> {
    const decoded = readWorldDocument(content);
    if (!decoded.ok) {
      const { field, message } = decoded.problems[0]!;
      throw new SimulationError('bad-parameter', message, field);
    }
    const world = await readWorld(decoded.value, this.files, NAMED_MATERIALS);
    const lit = new LitWorld(await readWorldLight(world, NAMED_MATERIALS));
    const asked = cameraOf(world, lit.posed.poses);
    const share = Math.min(1, MOST_COLUMNS / asked.columns);
    return { id, lit, camera: sized(asked, asked.columns * share) };
  }

  private async refine(open: Open, { samples: most, wants, share }: Show): Promise<void> {
    const { id, camera, lit } = open;
    const small = sized(
      camera,
      Math.min(PREVIEW.columns, (PREVIEW.rows * camera.columns) / camera.rows),
    );
    const refined = async (view: Camera, to: number): Promise<void> => {
      const rendering = wants === 'lux' ? luxRendering(open, view) : pictureRendering(open, view);
      for (let samples = FIRST_SAMPLES; samples <= to; samples *= 2) {
        for (const pixels of partsOf(view, share, samples)) {
          await pause();
          if (this.last !== id) return;
          rendering.fill(pixels, samples);
        }
        const part: PicturePart = {
          wants,
          share,
          columns: view.columns,
          rows: view.rows,
          samples,
          isPreview: view !== camera,
          groups: lit.groups,
          arrays: ownRows(rendering.arrays(), view, share),
          names: namesOf(lit),
          fireflies: rendering.fireflies(),
        };
        this.tell(
          { kind: 'part', id, part },
          Object.values(part.arrays).map(({ buffer }) => buffer),
        );
      }
    };
    await refined(small, FIRST_SAMPLES);
    if (this.last === id) await refined(camera, most);
  }

  private probe({ id, column, row }: Probe): void {
    if (!this.open || this.open.id !== this.last) return;
    const { lit, camera } = this.open;
    const tracer = new Tracer(lit);
    const ray = { ...cameraRay(camera, column + 0.5, row + 0.5), seconds: 0 };
    const hit = probeRay(tracer, ray, { index: 0, samples: 1, seed: 0 });
    if (!hit.hit) {
      this.tell({ kind: 'probed', id, reading: undefined }, []);
      return;
    }
    const light = illuminanceAt(
      tracer,
      { position: hit.position!, normal: hit.normal! },
      { count: PROBE_SAMPLES, seed: 0, column, row },
    );
    this.tell(
      {
        kind: 'probed',
        id,
        reading: {
          object: hit.object!,
          material: hit.material!,
          distance: hit.distance!,
          groups: lit.groups,
          lux: light.groups.map(luminanceOf),
          standardErrorLux: light.standardError,
        },
      },
      [],
    );
  }
}

/** Pixels of a picture, from `first` to before `last`. */
interface Pixels {
  readonly first: number;
  readonly last: number;
}

/** Paths between two looks at what waits. */
const PATHS_AT_ONCE = 4096;

/** The rows of a share, in pieces of few paths. */
function* partsOf({ columns, rows }: Camera, share: Share, samples: number): Generator<Pixels> {
  const together = Math.ceil(PATHS_AT_ONCE / samples);
  for (let row = share.first; row < rows; row += share.step)
    for (let first = row * columns; first < (row + 1) * columns; first += together)
      yield { first, last: Math.min((row + 1) * columns, first + together) };
}

/** A picture that is rendered piece by piece, with ever more samples. */
interface Rendering {
  /** Their values are in the place of those of fewer samples. */
  readonly fill: (pixels: Pixels, samples: number) => void;
  /** Of the whole picture, of which the own rows are filled. */
  readonly arrays: () => Arrays;
  /** Since they were asked for last. */
  readonly fireflies: () => number;
}

function pictureRendering({ lit }: Open, camera: Camera): Rendering {
  const { columns, rows } = camera;
  const planes = newPlanes(columns * rows, lit.groups.length);
  const renderer = new PartRenderer(lit.light, lit);
  const { seconds } = lit.posed;
  /** Pixels of which is known what stands there; pieces only become smaller. */
  const looked = new Uint8Array(columns * rows);
  let fireflies = 0;
  return {
    fill: ({ first, last }, samples) => {
      const task = { seconds, camera, samples, seed: 0, rate: 1, hidden: undefined, planes };
      const part = { task, first, last };
      if (looked[first] === 0) renderer.render({ ...part, pass: 'look' });
      looked.fill(1, first, last);
      fireflies += renderer.render({ ...part, pass: 'light' }).fireflies;
    },
    arrays: () => {
      const { radiance, luminance, error, depth, ids, normals } = planes;
      const rgb = radiance.map((bands, group) => [
        `rgb ${group}`,
        linearRgb(bands, columns * rows),
      ]);
      return { ...Object.fromEntries(rgb), luminance, error, depth, ids, normals } as Arrays;
    },
    fireflies: () => {
      const counted = fireflies;
      fireflies = 0;
      return counted;
    },
  };
}

function luxRendering({ lit }: Open, camera: Camera): Rendering {
  const { columns, rows } = camera;
  const tracer = new Tracer(lit);
  const lux = lit.groups.map(() => new Float32Array(columns * rows));
  return {
    fill: (pixels, count) => {
      luxOfPixels(tracer, camera, { count, seed: 0 }, pixels, lux);
    },
    arrays: () => Object.fromEntries(lux.map((values, group) => [`lux ${group}`, values])),
    fireflies: () => 0,
  };
}

/** The rows of a share of each array, one after the other. */
function ownRows(arrays: Arrays, { columns, rows }: Camera, { first, step }: Share): Arrays {
  const own = Math.ceil((rows - first) / step);
  return Object.fromEntries(
    Object.entries(arrays).map(([name, values]) => {
      const length = (values.length / (rows * columns)) * columns;
      const out = values.slice(0, own * length);
      for (let at = 0; at < own; at += 1) {
        const row = first + step * at;
        out.set(values.subarray(row * length, (row + 1) * length), at * length);
      }
      return [name, out];
    }),
  );
}

/** The camera with so many columns, and rows of the same shape. */
const sized = (camera: Camera, columns: number): Camera => ({
  ...camera,
  columns: Math.max(1, Math.round(columns)),
  rows: Math.max(1, Math.round((columns * camera.rows) / camera.columns)),
});

const namesOf = ({ light }: LitWorld): Readonly<Record<number, string>> =>
  Object.fromEntries(
    light.world.objects.flatMap(({ id, instances, keys }) =>
      Array.from({ length: instances }, (_, at) => [id + at, keys.name]),
    ),
  );

function factsOf({ lit, camera }: Open): WorldFacts {
  const { world } = lit.light;
  const colours = new Map([...new Set(lit.surfaces)].map((one) => [one, viewColour(one)] as const));
  return {
    triangles: world.triangles,
    lights: lit.lamps.map(({ name, type, figures }) => ({ name, type, ...figures })),
    groups: lit.groups.filter((group) => holdsLight(lit, group)),
    ignored: world.ignored,
    warnings: [...world.warnings, ...warningsOf(lit)],
    lampMatrices: lampMatricesOf(lit),
    namedMaterials: NAMED_ENTRIES,
    columns: camera.columns,
    rows: camera.rows,
    solids: lit.posed.placed.map(({ object, matrix, geometry }, at) => ({
      object: object.keys.name,
      matrix: [...matrix],
      colour: colours.get(lit.surfaces[at]!)!,
      geometry: solidOf(geometry),
    })),
    camera: { matrix: [...camera.matrix], hfovDegrees: camera.hfovDegrees },
  };
}

function lampMatricesOf({
  light: { world },
  posed: { poses },
}: LitWorld): WorldFacts['lampMatrices'] {
  const before = poses.of(world.document.camera ?? {}, 'camera');
  return Object.fromEntries(
    (world.document.lights ?? []).map((keys) => {
      const own = poses.of(keys, `lights.${keys.name}`);
      return [keys.name, [...(keys.follows === 'camera' ? times(before, own) : own)]];
    }),
  );
}

/** Whether something shines in a group; what is no lamp belongs to the usual one, the first. */
const holdsLight = ({ groups, lamps, light, shining }: LitWorld, group: string): boolean =>
  lamps.some((lamp) => lamp.group === group) ||
  (group === groups[0] &&
    (light.surroundings !== undefined || light.haze?.airlight !== undefined || shining.size > 0));

const solidOf = (geometry: Geometry): WorldSolid['geometry'] =>
  geometry.kind === 'mesh'
    ? {
        kind: 'mesh',
        positions: Float32Array.from(geometry.positions),
        indices: Uint32Array.from(geometry.indices),
      }
    : geometry;
