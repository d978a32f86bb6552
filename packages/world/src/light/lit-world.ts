import type { NamedMaterial, World } from '../document/read-world.ts';
import type { MaterialKeys } from '../document/world-document.ts';
import { PosedWorld, type Placed } from '../geometry/posed-world.ts';
import { DistantLamp } from '../lamps/distant-lamp.ts';
import type { Lamp, Source } from '../lamps/lamp.ts';
import { USUAL_GROUP, lampsAt, readLamps, type LampPlan } from '../lamps/make-lamps.ts';
import { lightOf } from '../materials/light-spectrum.ts';
import { surfaceOf } from '../materials/surface.ts';
import type { Surface } from '../materials/surface-type.ts';
import type { Bands } from '../spectra/bands.ts';
import { readSurroundings, type Surroundings } from './environment.ts';
import { ShiningMesh } from './shining.ts';

/** 5 % of a contrast are left at the visibility. @see Koschmieder. */
const LEFT_AT_VISIBILITY = Math.log(20);

/** A haze: what a metre takes away, and what it shines with. */
interface Haze {
  readonly perMetre: number;
  readonly airlight: Bands | undefined;
}

/** A world with its materials, lamps and surroundings read. */
export interface WorldLight {
  readonly world: World;
  readonly surfaces: ReadonlyMap<NamedMaterial, Surface>;
  readonly lamps: readonly LampPlan[];
  readonly surroundings: Surroundings | undefined;
  readonly haze: Haze | undefined;
  readonly notes: readonly string[];
}

/** Reads all that light needs. @param table the materials that have no entry in the document. */
export async function readWorldLight(
  world: World,
  table: Readonly<Record<string, MaterialKeys>>,
): Promise<WorldLight> {
  const { document, files, objects } = world;
  const materials = { ...table, ...document.materials };
  const surfaces = new Map<NamedMaterial, Surface>();
  // Those that no object uses are read too: a wrong one is refused.
  for (const [name, keys] of Object.entries(document.materials ?? {}))
    await surfaceOf({ name, place: `materials.${name}`, keys }, files, materials);
  for (const { parts } of objects)
    for (const { material } of parts)
      if (!surfaces.has(material))
        surfaces.set(material, await surfaceOf(material, files, materials));
  const { fog } = document;
  const airlight = fog?.airlight;
  return {
    world,
    surfaces,
    lamps: await readLamps(world),
    surroundings: await readSurroundings(world),
    haze: fog && {
      perMetre: fog.extinctionPerMetre ?? LEFT_AT_VISIBILITY / fog.visibilityMetres!,
      airlight:
        airlight &&
        lightOf(airlight.spectrum ?? 'D65', 'fog.airlight.spectrum').map(
          (value) => value * airlight.luminance,
        ),
    },
    notes: [...new Set([...surfaces.values()].flatMap(({ notes = [] }) => notes))],
  };
}

/** A world at a time with its light: what paths go through. */
export class LitWorld {
  readonly light: WorldLight;
  readonly posed: PosedWorld;
  /** Of each placed part. */
  readonly surfaces: readonly Surface[];
  /** Not 0 for the placed parts that let nothing through; whether there are others. */
  readonly opaque: Uint8Array;
  readonly hasMasks: boolean;
  readonly lamps: readonly Lamp[];
  readonly distant: readonly DistantLamp[];
  /** Lamps with an area. */
  readonly areas: readonly Lamp[];
  /** All that can be sampled. */
  readonly sources: readonly Source[];
  readonly shining: ReadonlyMap<Placed, ShiningMesh>;
  readonly groups: readonly string[];
  /** Lengths below which a path has not left its surface, m. */
  readonly least: number;

  constructor(light: WorldLight, seconds = 0) {
    this.light = light;
    this.posed = new PosedWorld(light.world, seconds);
    this.surfaces = this.posed.placed.map(({ material }) => light.surfaces.get(material)!);
    this.opaque = Uint8Array.from(this.surfaces, ({ alpha }) => (alpha ? 0 : 1));
    this.hasMasks = this.opaque.includes(0);
    this.lamps = lampsAt(light.world, light.lamps, this.posed.poses);
    this.distant = this.lamps.filter((lamp) => lamp instanceof DistantLamp);
    this.areas = this.lamps.filter((lamp) => lamp.meet !== undefined);
    this.shining = new Map(
      this.posed.placed.flatMap((placed, at) =>
        this.surfaces[at]!.emission && placed.geometry.kind === 'mesh'
          ? [[placed, new ShiningMesh(placed, this.surfaces[at]!)] as const]
          : [],
      ),
    );
    const { surroundings } = light;
    const isSampled = surroundings && !surroundings.isEven && !light.haze;
    this.sources = [...this.lamps, ...this.shining.values(), ...(isSampled ? [surroundings] : [])];
    this.groups = [...new Set([USUAL_GROUP, ...this.lamps.map(({ group }) => group)])];
    this.least = 1e-9 * Math.max(1e-3, this.posed.size);
  }
}
