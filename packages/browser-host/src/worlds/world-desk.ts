import { readWorldDocument } from '@lumenloom/contract';
import { SimulationError, luminanceOf } from '@lumenloom/engine';
import {
  LitWorld,
  NAMED_MATERIALS,
  Tracer,
  cameraOf,
  cameraRay,
  illuminanceAt,
  linearRgb,
  medianError,
  probeRay,
  readWorld,
  readWorldLight,
  renderPicture,
  warningsOf,
  type Geometry,
} from '@lumenloom/world';
import { worldBytes } from './world-bytes.ts';
import type {
  FromWorlds,
  ShownWorld,
  ToWorlds,
  WorldBytes,
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
type Show = Extract<ToWorlds, { kind: 'show' }>;
type Probe = Extract<ToWorlds, { kind: 'probe' }>;

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

/** Reads worlds and renders the last one: small at once, then in full with ever more samples. */
export class WorldDesk {
  private readonly tell: (message: FromWorlds) => void;
  private files: WorldBytes = {};
  private last = 0;
  private open: Open | undefined;

  constructor(tell: (message: FromWorlds) => void) {
    this.tell = tell;
  }

  take(message: ToWorlds): void {
    if (message.kind === 'probe') this.probe(message);
    else void this.show(message);
  }

  private async show({ id, document, files, samples }: Show): Promise<void> {
    this.last = id;
    if (files) this.files = files;
    try {
      const open = await this.read(id, document);
      if (this.last !== id) return;
      this.open = open;
      this.tell({ kind: 'world', id, facts: factsOf(open) });
      await this.refine(open, samples);
    } catch (error) {
      if (this.last !== id) return;
      const isProblem = error instanceof SimulationError;
      this.tell({
        kind: 'refused',
        id,
        field: isProblem ? error.field : undefined,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  private async read(id: number, content: unknown): Promise<Open> {
    const decoded = readWorldDocument(content);
    if (!decoded.ok) {
      const { field, message } = decoded.problems[0]!;
      throw new SimulationError('bad-parameter', message, field);
    }
    const world = await readWorld(decoded.value, worldBytes(this.files), NAMED_MATERIALS);
    const lit = new LitWorld(await readWorldLight(world, NAMED_MATERIALS));
    const asked = cameraOf(world, lit.posed.poses);
    const share = Math.min(1, MOST_COLUMNS / asked.columns);
    return { id, lit, camera: sized(asked, asked.columns * share) };
  }

  private async refine({ id, lit, camera }: Open, most: number): Promise<void> {
    const small = sized(
      camera,
      Math.min(PREVIEW.columns, (PREVIEW.rows * camera.columns) / camera.rows),
    );
    const began = performance.now();
    const render = async (view: Camera, samples: number): Promise<void> => {
      const picture = await renderPicture(lit, view, {
        samples,
        seed: 0,
        rate: 1,
        stopped: () => this.last !== id,
        pause,
        reach: () => undefined,
      });
      if (this.last !== id) return;
      const shown: ShownWorld = {
        columns: view.columns,
        rows: view.rows,
        samples,
        isPreview: view !== camera,
        groups: picture.groups,
        rgb: picture.radiance.map((bands) => linearRgb(bands, view.columns * view.rows)),
        depth: picture.depth,
        ids: picture.ids,
        normals: picture.normals,
        names: namesOf(lit),
        standardErrorPercent: medianError(picture),
        fireflies: picture.fireflies,
        seconds: (performance.now() - began) / 1000,
      };
      this.tell({ kind: 'picture', id, picture: shown });
    };
    await render(small, FIRST_SAMPLES);
    for (let samples = FIRST_SAMPLES; samples <= most; samples *= 2) await render(camera, samples);
  }

  private probe({ id, column, row }: Probe): void {
    if (!this.open || this.open.id !== this.last) return;
    const { lit, camera } = this.open;
    const tracer = new Tracer(lit);
    const ray = { ...cameraRay(camera, column + 0.5, row + 0.5), seconds: 0 };
    const hit = probeRay(tracer, ray, { index: 0, samples: 1, seed: 0 });
    if (!hit.hit) {
      this.tell({ kind: 'probed', id, reading: undefined });
      return;
    }
    const light = illuminanceAt(
      tracer,
      { position: hit.position!, normal: hit.normal! },
      { count: PROBE_SAMPLES, seed: 0, column, row },
    );
    this.tell({
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
    });
  }
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
  return {
    triangles: world.triangles,
    lights: lit.lamps.map(({ name, type, figures }) => ({ name, type, ...figures })),
    groups: lit.groups.filter((group) => holdsLight(lit, group)),
    ignored: world.ignored,
    warnings: [...world.warnings, ...warningsOf(lit)],
    namedMaterials: Object.keys(NAMED_MATERIALS),
    columns: camera.columns,
    rows: camera.rows,
    solids: lit.posed.placed.map(({ object, matrix, geometry }) => ({
      object: object.keys.name,
      matrix: [...matrix],
      geometry: solidOf(geometry),
    })),
    camera: { matrix: [...camera.matrix], hfovDegrees: camera.hfovDegrees },
  };
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
