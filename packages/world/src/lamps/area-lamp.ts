import type { Vector } from '../document/world-document.ts';
import { dot, lengthOf, subtract, unit } from '../pose/vector.ts';
import type { Bands } from '../spectra/bands.ts';
import type { Frame } from './frame.ts';
import {
  fillLight,
  type Lamp,
  type LampFigures,
  type LampMeeting,
  type LampSample,
} from './lamp.ts';
import type { LightShape } from './shapes-of-light.ts';

/** What all lamps have. */
export interface LampFacts {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly frame: Frame;
  readonly spectrum: Bands;
  readonly isSeen: boolean;
  readonly figures: LampFigures;
}

/** The luminance of a lamp with a beam, by the cosine from its normal. */
export const beam = (exponent: number, cosine: number): number =>
  cosine <= 0 ? 0 : exponent === 1 ? 1 : cosine ** (exponent - 1);

/** Points along each of two numbers of a quadrature over a lamp. */
const POINTS = 64;

/** Lux on the axis for 1 cd/m² on the axis, square to it. */
export function luxOfShape(shape: LightShape, exponent: number, metres: number): number {
  let sum = 0;
  for (let i = 0; i < POINTS; i += 1)
    for (let j = 0; j < POINTS; j += 1) {
      const { position, normal } = shape.place((i + 0.5) / POINTS, (j + 0.5) / POINTS);
      const way: Vector = [position[0], position[1], position[2] + metres];
      const squared = dot(way, way);
      const distance = Math.sqrt(squared);
      const cosine = -dot(way, normal) / distance;
      sum +=
        (beam(exponent, cosine) * Math.max(0, cosine) * Math.max(0, way[2])) / distance / squared;
    }
  return (sum * shape.area) / POINTS / POINTS;
}

/** A lamp with an area that shines to one side and sends nothing back. */
export class AreaLamp implements Lamp {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly spectrum: Bands;
  readonly isSeen: boolean;
  readonly figures: LampFigures;
  private readonly frame: Frame;
  private readonly shape: LightShape;
  private readonly exponent: number;
  private readonly luminance: number;

  constructor(facts: LampFacts, shape: LightShape, exponent: number) {
    this.name = facts.name;
    this.type = facts.type;
    this.group = facts.group;
    this.frame = facts.frame;
    this.spectrum = facts.spectrum;
    this.isSeen = facts.isSeen;
    this.figures = facts.figures;
    this.shape = shape;
    this.exponent = exponent;
    this.luminance = facts.figures.luminance!;
  }

  weight(at: Vector): number {
    const away = lengthOf(subtract(at, this.frame.origin));
    return (this.luminance * this.shape.area) / Math.max(away, this.shape.radius) ** 2;
  }

  sample(at: Vector, one: number, two: number, out: LampSample): boolean {
    const here = this.frame.pointInside(at);
    const { position, normal } = this.shape.place(one, two);
    const way = subtract(position, here);
    const distance = lengthOf(way);
    const direction = unit(way);
    const cosine = -dot(direction, normal);
    if (!(cosine > 0) || !(distance > 0)) return false;
    out.direction = this.frame.outside(direction);
    out.distance = distance;
    out.pdf = (distance * distance) / (this.shape.area * cosine);
    fillLight(out.light, this.spectrum, this.luminance * beam(this.exponent, cosine));
    return true;
  }

  meet(origin: Vector, towards: Vector, from: number, to: number): LampMeeting | undefined {
    const way = this.frame.inside(towards);
    const met = this.shape.meet(this.frame.pointInside(origin), way, from, to);
    if (!met) return undefined;
    const cosine = -dot(way, met.normal);
    return {
      distance: met.distance,
      luminance: this.luminance * beam(this.exponent, cosine),
      pdf: cosine > 0 ? (met.distance * met.distance) / (this.shape.area * cosine) : 0,
    };
  }
}
