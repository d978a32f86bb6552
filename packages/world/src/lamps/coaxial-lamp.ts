import type { Vector } from '../document/world-document.ts';
import { lengthOf, subtract } from '../pose/vector.ts';
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
import { rectangleShape, type LightShape } from './shapes-of-light.ts';

/** A window that shines within a cone of -z and lets rays through: a coaxial light. */
export class CoaxialLamp implements Lamp {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly spectrum: Bands;
  readonly isSeen: boolean;
  readonly figures: LampFigures;
  readonly passes: number;
  private readonly frame: Frame;
  private readonly shape: LightShape;
  private readonly cone: number;
  private readonly luminance: number;

  /** @param luminance of the window, after the splitter. */
  constructor(
    facts: LampFacts,
    size: readonly [number, number],
    cone: { readonly halfDegrees: number; readonly luminance: number; readonly passes: number },
  ) {
    this.name = facts.name;
    this.type = facts.type;
    this.group = facts.group;
    this.frame = facts.frame;
    this.spectrum = facts.spectrum;
    this.isSeen = facts.isSeen;
    this.figures = facts.figures;
    this.shape = rectangleShape(size);
    this.cone = Math.cos((cone.halfDegrees * Math.PI) / 180);
    this.luminance = cone.luminance;
    this.passes = cone.passes;
  }

  weight(at: Vector): number {
    const away = lengthOf(subtract(at, this.frame.origin));
    return (this.luminance * this.shape.area) / Math.max(away, this.shape.radius) ** 2;
  }

  private get pdf(): number {
    return 1 / (2 * Math.PI * (1 - this.cone));
  }

  /** A direction in the cone about +z, if it leads through the window. */
  sample(at: Vector, one: number, two: number, out: LampSample): boolean {
    const cosine = 1 - one * (1 - this.cone);
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const way: Vector = [
      sine * Math.cos(2 * Math.PI * two),
      sine * Math.sin(2 * Math.PI * two),
      cosine,
    ];
    const met = this.shape.meet(this.frame.pointInside(at), way, 0, Infinity);
    if (!met) return false;
    out.direction = this.frame.outside(way);
    out.distance = met.distance;
    out.pdf = this.pdf;
    fillLight(out.light, this.spectrum, this.luminance);
    return true;
  }

  meet(origin: Vector, towards: Vector, from: number, to: number): LampMeeting | undefined {
    const way = this.frame.inside(towards);
    const met = this.shape.meet(this.frame.pointInside(origin), way, from, to);
    if (!met) return undefined;
    const isLit = way[2] >= this.cone;
    return {
      distance: met.distance,
      luminance: isLit ? this.luminance : 0,
      pdf: isLit ? this.pdf : 0,
    };
  }
}
