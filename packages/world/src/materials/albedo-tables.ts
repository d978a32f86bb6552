import type { Vector } from '../document/world-document.ts';
import { bothSee, mirrored, shadowing, visibleFacet, type Widths } from './ggx.ts';

const ENTRIES = 64;
/** Facets of the quadrature: by slope, more of them where it is steep, and round the viewer. */
const SLOPES = 64;
const TURNS = 16;
const AZIMUTHS = 16;

/** What a lobe sends back, by the cosine of the viewer: a table of one roughness. */
export class AlbedoTable {
  private readonly values: Float64Array;
  private readonly azimuths: number;

  /** @param weight of a facet by the cosine on it: its Fresnel reflectance. */
  constructor(widths: Widths, weight: (cosine: number) => number) {
    this.azimuths = widths.x === widths.y ? 1 : AZIMUTHS + 1;
    this.values = new Float64Array((ENTRIES + 1) * this.azimuths);
    for (let azimuth = 0; azimuth < this.azimuths; azimuth += 1)
      for (let entry = 0; entry <= ENTRIES; entry += 1) {
        const cosine = Math.max(1e-4, entry / ENTRIES);
        const sine = Math.sqrt(1 - cosine * cosine);
        const turn = (azimuth * Math.PI) / 2 / AZIMUTHS;
        const viewer: Vector = [sine * Math.cos(turn), sine * Math.sin(turn), cosine];
        this.values[azimuth * (ENTRIES + 1) + entry] = sentBack(widths, viewer, weight);
      }
  }

  at([x, y, z]: Vector): number {
    const place = Math.min(1, Math.max(0, z)) * ENTRIES;
    const entry = Math.min(ENTRIES - 1, Math.floor(place));
    const share = place - entry;
    const row = (azimuth: number): number => {
      const first = azimuth * (ENTRIES + 1) + entry;
      return this.values[first]! * (1 - share) + this.values[first + 1]! * share;
    };
    if (this.azimuths === 1) return row(0);
    const turn = (Math.atan2(Math.abs(y), Math.abs(x)) / (Math.PI / 2)) * AZIMUTHS;
    const left = Math.min(AZIMUTHS - 1, Math.floor(turn));
    return row(left) * (1 - (turn - left)) + row(left + 1) * (turn - left);
  }

  /** 2 ∫ E µ dµ. */
  get average(): number {
    let sum = 0;
    for (let entry = 0; entry < ENTRIES; entry += 1) {
      const [a, b] = [this.values[entry]!, this.values[entry + 1]!];
      const [u, v] = [entry / ENTRIES, (entry + 1) / ENTRIES];
      // Of a line times µ, exactly.
      sum += ((2 * a + b) * u + (a + 2 * b) * v) / ENTRIES / 3;
    }
    return sum;
  }
}

function sentBack(widths: Widths, viewer: Vector, weight: (cosine: number) => number): number {
  let sum = 0;
  for (let i = 0; i < SLOPES; i += 1) {
    const steep = 1 - (i + 0.5) / SLOPES;
    for (let j = 0; j < TURNS; j += 1) {
      const half = visibleFacet(widths, viewer, 1 - steep ** 3, (j + 0.5) / TURNS);
      const light = mirrored(viewer, half);
      if (light[2] <= 0) continue;
      const shown = bothSee(widths, viewer, light) * (1 + shadowing(widths, viewer));
      const cosine = viewer[0] * half[0] + viewer[1] * half[1] + viewer[2] * half[2];
      sum += 3 * steep * steep * shown * weight(cosine);
    }
  }
  return sum / SLOPES / TURNS;
}

const tables = new Map<string, AlbedoTable>();

/** Tables that are kept: of each roughness that was used. */
export function albedoTable(
  widths: Widths,
  name: string,
  weight: (cosine: number) => number,
): AlbedoTable {
  const key = `${widths.x} ${widths.y} ${name}`;
  const known = tables.get(key);
  if (known) return known;
  const table = new AlbedoTable(widths, weight);
  tables.set(key, table);
  return table;
}

/** Of a lobe whose facets reflect everything. */
export const wholeAlbedo = (widths: Widths): AlbedoTable => albedoTable(widths, 'all', () => 1);
