import type { Vector } from '../document/world-document.ts';
import { lengthOf, subtract, unit } from '../pose/vector.ts';
import type { Bands } from '../spectra/bands.ts';
import type { LampFacts } from './area-lamp.ts';
import type { Frame } from './frame.ts';
import {
  fillLight,
  type Lamp,
  type LampFigures,
  type LampMeeting,
  type LampSample,
} from './lamp.ts';
import { Ball } from './shapes-of-light.ts';

/** Candela by a direction in the frame of the lamp, away from it. */
export type Intensity = (way: Vector) => number;

/** A spot as glTF has it, with 1 cd on the axis. @see KHR_lights_punctual. */
export function spotIntensity(innerDegrees: number, outerDegrees: number): Intensity {
  const [inner, outer] = [innerDegrees, outerDegrees].map((angle) =>
    Math.cos((angle * Math.PI) / 180),
  ) as [number, number];
  return ([, , z]) => Math.min(1, Math.max(0, (-z - outer) / (inner - outer))) ** 2;
}

/** Lumens of such a spot with 1 cd. */
export function spotFlux(innerDegrees: number, outerDegrees: number): number {
  const [inner, outer] = [innerDegrees, outerDegrees].map((angle) =>
    Math.cos((angle * Math.PI) / 180),
  ) as [number, number];
  return 2 * Math.PI * (1 - inner + (inner - outer) / 3);
}

/** A lamp without an area. */
export class PointLamp implements Lamp {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly spectrum: Bands;
  readonly isSeen = false;
  readonly figures: LampFigures;
  private readonly frame: Frame;
  private readonly intensity: Intensity;
  private readonly colourOf: ((way: Vector, out: Bands) => void) | undefined;

  /** @param colourOf of a direction, in place of the spectrum: of a projector. */
  constructor(
    facts: LampFacts,
    intensity: Intensity,
    colourOf?: (way: Vector, out: Bands) => void,
  ) {
    this.name = facts.name;
    this.type = facts.type;
    this.group = facts.group;
    this.frame = facts.frame;
    this.spectrum = facts.spectrum;
    this.figures = facts.figures;
    this.intensity = intensity;
    this.colourOf = colourOf;
  }

  weight(at: Vector): number {
    const way = this.frame.pointInside(at);
    const distance = lengthOf(way);
    return this.intensity(unit(way)) / Math.max(1e-12, distance * distance);
  }

  sample(at: Vector, _one: number, _two: number, out: LampSample): boolean {
    const way = subtract(this.frame.origin, at);
    const distance = lengthOf(way);
    const inside = unit(this.frame.pointInside(at));
    const candela = this.intensity(inside);
    if (!(candela > 0) || !(distance > 0)) return false;
    out.direction = unit(way);
    out.distance = distance;
    out.pdf = Infinity;
    const lux = candela / (distance * distance);
    if (!this.colourOf) fillLight(out.light, this.spectrum, lux);
    else {
      this.colourOf(inside, out.light);
      for (let band = 0; band < out.light.length; band += 1) out.light[band]! *= lux;
    }
    return true;
  }
}

/** A ball that shines: a point or spot with a radius. */
export class BallLamp implements Lamp {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly spectrum: Bands;
  readonly isSeen: boolean;
  readonly figures: LampFigures;
  private readonly frame: Frame;
  private readonly intensity: Intensity;
  private readonly ball: Ball;

  constructor(facts: LampFacts, intensity: Intensity, radius: number) {
    this.name = facts.name;
    this.type = facts.type;
    this.group = facts.group;
    this.frame = facts.frame;
    this.spectrum = facts.spectrum;
    this.isSeen = facts.isSeen;
    this.figures = facts.figures;
    this.intensity = intensity;
    this.ball = new Ball(radius);
  }

  weight(at: Vector): number {
    const way = this.frame.pointInside(at);
    const distance = Math.max(this.ball.radius, lengthOf(way));
    return this.intensity(unit(way)) / (distance * distance);
  }

  private luminanceTo(at: Vector): number {
    return this.intensity(unit(at)) / (Math.PI * this.ball.radius ** 2);
  }

  sample(at: Vector, one: number, two: number, out: LampSample): boolean {
    const here = this.frame.pointInside(at);
    if (lengthOf(here) <= this.ball.radius) return false;
    const way = this.ball.towards(here, one, two);
    out.direction = this.frame.outside(way);
    out.distance = this.ball.meet(here, way, 0, Infinity) ?? lengthOf(here);
    out.pdf = this.ball.pdf(here);
    fillLight(out.light, this.spectrum, this.luminanceTo(here));
    return true;
  }

  meet(origin: Vector, towards: Vector, from: number, to: number): LampMeeting | undefined {
    const here = this.frame.pointInside(origin);
    const distance = this.ball.meet(here, this.frame.inside(towards), from, to);
    if (distance === undefined) return undefined;
    const isInside = lengthOf(here) <= this.ball.radius;
    return {
      distance,
      luminance: isInside ? 0 : this.luminanceTo(here),
      pdf: isInside ? 0 : this.ball.pdf(here),
    };
  }
}
