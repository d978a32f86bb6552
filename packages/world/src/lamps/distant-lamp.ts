import type { Vector } from '../document/world-document.ts';
import { dot, squareTo } from '../pose/vector.ts';
import type { Bands } from '../spectra/bands.ts';
import type { LampFacts } from './area-lamp.ts';
import {
  fillLight,
  type Lamp,
  type LampFigures,
  type LampMeeting,
  type LampSample,
} from './lamp.ts';

/** A light at infinity, along -z of its pose: without a width, or a disc such as the sun. */
export class DistantLamp implements Lamp {
  readonly name: string;
  readonly type: string;
  readonly group: string;
  readonly spectrum: Bands;
  readonly isSeen: boolean;
  readonly figures: LampFigures;
  readonly isDistant = true;
  /** Towards it. */
  private readonly axis: Vector;
  private readonly lux: number;
  /** Cosine of its radius; 1 without a width. */
  private readonly cone: number;

  constructor(facts: LampFacts, lux: number, diameterDegrees: number) {
    this.name = facts.name;
    this.type = facts.type;
    this.group = facts.group;
    this.spectrum = facts.spectrum;
    this.isSeen = facts.isSeen;
    this.figures = facts.figures;
    this.axis = facts.frame.z;
    this.lux = lux;
    this.cone = Math.cos((diameterDegrees * Math.PI) / 360);
  }

  weight(): number {
    return this.lux;
  }

  private get luminance(): number {
    return this.lux / (Math.PI * (1 - this.cone * this.cone));
  }

  sample(_at: Vector, one: number, two: number, out: LampSample): boolean {
    out.distance = Infinity;
    if (this.cone === 1) {
      out.direction = this.axis;
      out.pdf = Infinity;
      fillLight(out.light, this.spectrum, this.lux);
      return true;
    }
    const cosine = 1 - one * (1 - this.cone);
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const [x, y] = squareTo(this.axis);
    const [a, b] = [sine * Math.cos(2 * Math.PI * two), sine * Math.sin(2 * Math.PI * two)];
    out.direction = [0, 1, 2].map(
      (k) => cosine * this.axis[k]! + a * x[k]! + b * y[k]!,
    ) as unknown as Vector;
    out.pdf = 1 / (2 * Math.PI * (1 - this.cone));
    fillLight(out.light, this.spectrum, this.luminance);
    return true;
  }

  /** Of a ray that leaves the world. */
  leave(towards: Vector): LampMeeting | undefined {
    if (this.cone === 1 || dot(towards, this.axis) < this.cone) return undefined;
    return {
      distance: Infinity,
      luminance: this.luminance,
      pdf: 1 / (2 * Math.PI * (1 - this.cone)),
    };
  }
}
