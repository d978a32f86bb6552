import type { Vector } from '../document/world-document.ts';
import type { SurfacePoint } from '../geometry/posed-world.ts';
import { newLampSample, type Lamp, type Source } from '../lamps/lamp.ts';
import { cosineSample, type Bsdf } from '../materials/bsdf.ts';
import { along, cross, dot, scaled, squareTo, unit } from '../pose/vector.ts';
import { BAND_COUNT, largestOf, newBands, type Bands } from '../spectra/bands.ts';
import type { LitWorld } from './lit-world.ts';
import { Sampler } from './sampler.ts';

/** From this meeting on a path may end by chance. */
const ROULETTE_FROM = 5;
const MOST_SURVIVAL = 0.99;
/** The hard end of a path; how many were cut is told. */
const MOST_MEETINGS = 1000;
/** Passes through masks, panes of splitters and lamps that are not seen. */
const MOST_PASSES = 10_000;

/** Where a path met something: a surface, or a lamp with an area. */
interface Met {
  readonly distance: number;
  readonly placed: number;
  readonly point: SurfacePoint | undefined;
  readonly lamp: Lamp | undefined;
}

/** The axes of a surface, its normal on the side of the viewer. */
interface Axes {
  readonly x: Vector;
  readonly y: Vector;
  readonly z: Vector;
  /** The geometric normal on the same side. */
  readonly geometric: Vector;
}

/** Of two ways to find the same light, the share of the first. @see Veach 1997, power 2. */
const shareOf = (own: number, other: number): number => {
  if (own === Infinity) return 1;
  const [a, b] = [own * own, other * other];
  return a > 0 ? a / (a + b) : 0;
};

const inside = ({ x, y, z }: Axes, way: Vector): Vector => [dot(way, x), dot(way, y), dot(way, z)];
const outside = ({ x, y, z }: Axes, [a, b, c]: Vector): Vector => [
  a * x[0] + b * y[0] + c * z[0],
  a * x[1] + b * y[1] + c * z[1],
  a * x[2] + b * y[2] + c * z[2],
];

/**
 * Light along paths (docs/reference/world.md#w7): all bands at once, at each meeting one source and
 * one lobe, both weighted by how likely the other way is. Nothing is clamped.
 */
export class Tracer {
  readonly lit: LitWorld;
  readonly sampler = new Sampler();
  /** W/(m² sr nm) of each band of each group that came along the paths since it was cleared. */
  readonly sums: Float64Array;
  /** Paths that were cut at their hard end. */
  cut = 0;
  private readonly groups: ReadonlyMap<string, number>;
  private readonly sourceAt: ReadonlyMap<Source, number>;
  private readonly chances: Float64Array;
  private readonly throughput = newBands();
  private readonly bands = newBands();
  private readonly drawn = newLampSample();

  constructor(lit: LitWorld) {
    this.lit = lit;
    this.groups = new Map(lit.groups.map((group, at) => [group, at]));
    this.sourceAt = new Map(lit.sources.map((source, at) => [source, at]));
    this.chances = new Float64Array(lit.sources.length);
    this.sums = new Float64Array(BAND_COUNT * lit.groups.length);
  }

  /** Adds a light, dimmed by the path, to its group. */
  private add(light: Bands, by: number, group: string): void {
    const first = BAND_COUNT * this.groups.get(group)!;
    const { sums, throughput } = this;
    for (let band = 0; band < BAND_COUNT; band += 1)
      sums[first + band]! += throughput[band]! * light[band]! * by;
  }

  /** Adds the radiance of a path from a camera. */
  radiance(origin: Vector, towards: Vector): void {
    this.throughput.fill(1);
    this.follow(origin, towards, Infinity);
  }

  /** Adds the irradiance of a place: each source by itself, and what comes from elsewhere. */
  irradiance(position: Vector, normal: Vector): void {
    const { sources, least } = this.lit;
    const from = along(position, normal, 1e3 * least);
    this.throughput.fill(1);
    for (const source of sources) {
      this.sampler.next();
      const { drawn } = this;
      if (!source.sample(from, this.sampler.one, this.sampler.two, drawn)) continue;
      const cosine = dot(drawn.direction, normal);
      if (!(cosine > 0)) continue;
      const through = this.through(from, drawn.direction, drawn.distance, source);
      if (through === 0) continue;
      const share = drawn.pdf === Infinity ? 1 : shareOf(drawn.pdf, cosine / Math.PI) / drawn.pdf;
      this.add(drawn.light, cosine * through * share, source.group);
    }
    this.chances.fill(1);
    this.sampler.next();
    const [x, y] = squareTo(normal);
    const local = cosineSample(this.sampler.one, this.sampler.two);
    this.throughput.fill(Math.PI);
    const way = outside({ x, y, z: normal, geometric: normal }, local);
    this.follow(from, way, local[2] / Math.PI);
  }

  /**
   * Follows a path to its end.
   *
   * @param pdf of the direction; Infinity where no source could have found it.
   */
  private follow(start: Vector, direction: Vector, pdf: number): void {
    let [origin, towards, found] = [start, direction, pdf];
    let [meeting, band] = [0, -1];
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const met = this.nearest(origin, towards, meeting === 0 && pdf === Infinity);
      this.addHaze(met?.distance ?? Infinity);
      if (!met) {
        if (!this.lit.light.haze) this.addSurroundings(towards, found);
        this.addDistant(towards, found, meeting === 0);
        return;
      }
      if (met.lamp) {
        this.addLamp(met.lamp, origin, towards, { met, found });
        if (met.lamp.passes === undefined) return;
        this.dim(met.lamp.passes);
        origin = along(origin, towards, met.distance);
        continue;
      }
      const { point } = met;
      const surface = this.lit.surfaces[met.placed]!;
      const isOutside = dot(point!.geometric, towards) < 0;
      if (surface.absorption && !isOutside) this.absorb(surface.absorption, met.distance);
      if (surface.emission) this.addShining(met, towards, found);
      meeting += 1;
      if (meeting > MOST_MEETINGS) {
        this.cut += 1;
        return;
      }
      const axes = axesOf(point!, surface.normal?.(point!) ?? point!.shading, towards);
      const viewer = inside(axes, scaled(towards, -1));
      if (viewer[2] <= 0) return;
      if (surface.isDispersive && band < 0) band = this.oneBand();
      const bsdf = surface.bsdf(point!, { isOutside, band });
      const { sampler } = this;
      sampler.next();
      const [choice, lobe] = [sampler.one, sampler.two];
      this.addSources(point!.position, axes, { bsdf, viewer, choice });
      sampler.next();
      const scatter = bsdf.sample(viewer, [lobe, sampler.one, sampler.two], this.bands);
      if (!scatter) return;
      for (let i = 0; i < BAND_COUNT; i += 1) this.throughput[i]! *= this.bands[i]!;
      origin = point!.position;
      towards = unit(outside(axes, scatter.direction));
      if (dot(towards, axes.geometric) > 0 !== scatter.direction[2] > 0) return;
      found = scatter.pdf;
      if (meeting >= ROULETTE_FROM && !this.survives()) return;
    }
    this.cut += 1;
  }

  private survives(): boolean {
    const chance = Math.min(MOST_SURVIVAL, largestOf(this.throughput));
    this.sampler.next();
    if (!(this.sampler.one < chance)) return false;
    this.dim(1 / chance);
    return true;
  }

  private dim(by: number): void {
    for (let band = 0; band < BAND_COUNT; band += 1) this.throughput[band]! *= by;
  }

  private absorb(perMetre: Bands, metres: number): void {
    for (let band = 0; band < BAND_COUNT; band += 1)
      this.throughput[band]! *= Math.exp(-perMetre[band]! * metres);
  }

  /** Bands part: the path keeps one, for all. */
  private oneBand(): number {
    this.sampler.next();
    const band = Math.min(BAND_COUNT - 1, Math.floor(this.sampler.one * BAND_COUNT));
    const kept = this.throughput[band]! * BAND_COUNT;
    this.throughput.fill(0);
    this.throughput[band] = kept;
    return band;
  }

  /** Airlight of a stretch, and what the stretch leaves of the rest. */
  private addHaze(metres: number): void {
    const { haze } = this.lit.light;
    if (!haze) return;
    const left = Math.exp(-haze.perMetre * metres);
    if (haze.airlight) this.add(haze.airlight, 1 - left, this.lit.groups[0]!);
    if (metres < Infinity) this.dim(left);
  }

  private addSurroundings(towards: Vector, found: number): void {
    const { surroundings } = this.lit.light;
    if (!surroundings) return;
    surroundings.fill(towards, this.bands);
    const at = this.sourceAt.get(surroundings);
    const other = at === undefined ? 0 : surroundings.pdf(towards) * this.chances[at]!;
    this.add(this.bands, shareOf(found, other), surroundings.group);
  }

  private addDistant(towards: Vector, found: number, isFirst: boolean): void {
    for (const lamp of this.lit.distant) {
      if (isFirst && !lamp.isSeen && found === Infinity) continue;
      const left = lamp.leave(towards);
      if (!left) continue;
      const other = left.pdf * this.chances[this.sourceAt.get(lamp)!]!;
      this.add(lamp.spectrum, left.luminance * shareOf(found, other), lamp.group);
    }
  }

  private addLamp(
    lamp: Lamp,
    origin: Vector,
    towards: Vector,
    { met, found }: { readonly met: Met; readonly found: number },
  ): void {
    const meeting = lamp.meet!(
      origin,
      towards,
      this.lit.least,
      met.distance * (1 + 1e-9) + this.lit.least,
    );
    if (!meeting || meeting.luminance === 0) return;
    const other = meeting.pdf * this.chances[this.sourceAt.get(lamp)!]!;
    this.add(lamp.spectrum, meeting.luminance * shareOf(found, other), lamp.group);
  }

  private addShining({ placed, point, distance }: Met, towards: Vector, found: number): void {
    const source = this.lit.shining.get(this.lit.posed.placed[placed]!);
    const other = source
      ? source.pdf(distance, dot(point!.geometric, towards)) *
        this.chances[this.sourceAt.get(source)!]!
      : 0;
    const light = this.lit.surfaces[placed]!.emission!(point!);
    this.add(light, shareOf(found, other), this.lit.groups[0]!);
  }

  /** Light of one source, chosen by what it gives. */
  private addSources(
    at: Vector,
    axes: Axes,
    {
      bsdf,
      viewer,
      choice,
    }: { readonly bsdf: Bsdf; readonly viewer: Vector; readonly choice: number },
  ): void {
    const { sources } = this.lit;
    const { chances, drawn, sampler } = this;
    let sum = 0;
    for (let i = 0; i < chances.length; i += 1) sum += chances[i] = sources[i]!.weight(at);
    if (!(sum > 0)) return;
    let [chosen, rest] = [-1, choice * sum];
    for (let i = 0; i < chances.length; i += 1) {
      if (chances[i]! > 0 && rest >= 0) chosen = i;
      rest -= chances[i]!;
      chances[i]! /= sum;
    }
    const source = sources[chosen]!;
    sampler.next();
    if (!source.sample(at, sampler.one, sampler.two, drawn)) return;
    const light = inside(axes, drawn.direction);
    if (dot(drawn.direction, axes.geometric) > 0 !== light[2] > 0) return;
    const pdf = bsdf.evaluate(viewer, light, this.bands);
    if (largestOf(this.bands) === 0) return;
    const through = this.through(at, drawn.direction, drawn.distance, source);
    if (through === 0) return;
    const chance = chances[chosen]!;
    const own = drawn.pdf * chance;
    const by = drawn.pdf === Infinity ? 1 / chance : shareOf(own, pdf) / own;
    for (let band = 0; band < BAND_COUNT; band += 1) this.bands[band]! *= drawn.light[band]!;
    this.add(this.bands, by * through, source.group);
  }

  /** How much of a light comes through from a source: masks, panes of splitters and haze. */
  private through(from: Vector, towards: Vector, distance: number, source: Source): number {
    const { posed, surfaces, least, areas, light } = this.lit;
    const to = distance === Infinity ? Infinity : distance * (1 - 1e-9) - least;
    let share = 1;
    for (const lamp of areas) {
      if (lamp === source || !lamp.meet!(from, towards, least, to)) continue;
      if (lamp.passes === undefined) return 0;
      share *= lamp.passes;
    }
    if (posed.isBlocked(from, towards, least, to, this.lit.opaque)) return 0;
    let start = least;
    for (let pass = 0; this.lit.hasMasks && pass < MOST_PASSES; pass += 1) {
      const hit = posed.meet(from, towards, start, to, true);
      if (!hit) break;
      const { alpha } = surfaces[hit.placed]!;
      const left = alpha ? 1 - alpha(posed.surfaceAt(hit, from, towards)) : 0;
      if (!(left > 0)) return 0;
      share *= left;
      start = hit.distance + least;
    }
    const { haze } = light;
    return haze && distance < Infinity ? share * Math.exp(-haze.perMetre * distance) : share;
  }

  /** What a path meets first; a mask or a blend that is not there is passed. */
  private nearest(origin: Vector, towards: Vector, isCamera: boolean): Met | undefined {
    const { posed, surfaces, areas, least } = this.lit;
    let start = isCamera ? 0 : least;
    let met: Met | undefined;
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const hit = posed.meet(origin, towards, start);
      if (!hit) break;
      const { distance, placed } = hit;
      const point = posed.surfaceAt(hit, origin, towards);
      const alpha = surfaces[placed]!.alpha?.(point) ?? 1;
      if (alpha > 0 && (alpha >= 1 || this.isThere(alpha))) {
        met = { distance, placed, point, lamp: undefined };
        break;
      }
      start = distance + least;
    }
    for (const lamp of areas) {
      if (isCamera && !lamp.isSeen) continue;
      const found = lamp.meet!(origin, towards, least, met?.distance ?? Infinity);
      if (found) met = { distance: found.distance, placed: -1, point: undefined, lamp };
    }
    return met;
  }

  private isThere(alpha: number): boolean {
    this.sampler.next();
    return this.sampler.one < alpha;
  }
}

function axesOf(point: SurfacePoint, normal: Vector, towards: Vector): Axes {
  const side = dot(point.geometric, towards) < 0 ? 1 : -1;
  const z = scaled(normal, side);
  const along1 = along(point.tangent, z, -dot(point.tangent, z));
  const x = dot(along1, along1) > 1e-12 ? unit(along1) : squareTo(z)[0];
  return { x, y: cross(z, x), z, geometric: scaled(point.geometric, side) };
}
