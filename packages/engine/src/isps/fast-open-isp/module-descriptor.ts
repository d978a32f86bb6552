import type {
  Field,
  Matrix,
  NumberField,
  ParameterProblem,
  ParametersOf,
  SwitchField,
} from '../../field-descriptor.ts';
import type { PlaneName } from './planes.ts';
import type { StepModule } from './step-code.ts';

/**
 * A step of the ISP: the parameters and planes that it reads, the planes that it replaces, and
 * where its code is.
 *
 * @template Parameters those that its code reads, in engine units.
 */
export interface IspStep<Parameters> {
  /** Also the name of its kernel. */
  readonly id: string;
  /**
   * Planes that it reads, and planes that it makes or changes. The latter are what `--stages`
   * writes.
   */
  readonly reads: readonly PlaneName[];
  readonly replaces: readonly PlaneName[];
  /**
   * It works on those of its planes that the picture has at this point; the others may be missing.
   */
  readonly whateverIsThere?: true;
  /**
   * It works pixel by pixel, or 2x2 cell by cell in the mosaic. So it may overwrite its input, and
   * may be fused with other steps.
   */
  readonly perPixel?: true;
  /** Its time relative to other steps, for the progress bar; 1 when absent. */
  readonly effort?: number;
  /** Parameters of the module. */
  readonly fields?: readonly Field[];
  /** Keys of parameters of other modules that its code reads too. */
  readonly alsoReads?: readonly (keyof Parameters)[];
  /** `simd.ts` for a step with a kernel, `apply.ts` for others. */
  readonly load: () => Promise<StepModule<Parameters>>;
}

/**
 * An ISP module: a step with a switch and parameters. The dialog and the request schema are drawn
 * from it.
 */
export interface IspModuleDescriptor<Parameters> extends IspStep<Parameters> {
  /** Three lower-case letters; its keys in the request begin with them. */
  readonly id: string;
  /** Heading of its section in the dialog: the abbreviation. */
  readonly label: string;
  /** The name in full. */
  readonly name: string;
  /** Ids of the modules without which it cannot run. */
  readonly needs?: readonly string[];
  readonly fields: IspModuleFields;
  /**
   * Code at which the linear picture is full after the module, on or off; absent where it does not
   * change that.
   *
   * @param full that code before the module.
   */
  readonly saturation?: (parameters: Parameters, full: number) => number;
  /**
   * What it does to linear colours while it is on: the three channels after it = matrix · those
   * before, without offsets and clipping; absent where it changes no colours.
   */
  readonly colourMatrix?: (parameters: Parameters) => Matrix;
  /**
   * Problems of parameters that are valid one by one, but not together; called whether the module
   * is on or off.
   */
  readonly problems?: (parameters: Parameters, limits: IspLimits) => readonly ParameterProblem[];
}

/** The record of a module whose code reads its own parameters alone. */
export type IspModuleOf<Fields extends IspModuleFields> = IspModuleDescriptor<ParametersOf<Fields>>;

/** Limits on the parameters of an ISP from outside. */
export interface IspLimits {
  /** Bits of the raw codes. */
  readonly bits: number;
  /** Pixels that a picture may have after the ISP. */
  readonly largestResult: number;
}

/** Fields of a module; the first is the switch that enables it. */
export type IspModuleFields = readonly [SwitchField, ...Field[]];

/** The switch of a module. */
export const enabled = <const Key extends string>(key: Key, label: string, on = true) =>
  ({ kind: 'switch', key, label, default: on }) as const satisfies SwitchField;

/**
 * A number without a unit. Modules cut fractions of gains off, as the reference does; with `whole`
 * fractions are refused.
 */
export const plain = <const Key extends string>(
  key: Key,
  label: string,
  value: number,
  limits: Pick<NumberField, 'name' | 'min' | 'max' | 'above' | 'whole' | 'odd' | 'one' | 'span'>,
  help: string,
) =>
  ({
    kind: 'number',
    key,
    label,
    unit: '',
    default: value,
    ...limits,
    help,
  }) as const satisfies NumberField;

/** A gain, which is a fixed-point number. @param largest that is of use. */
export const gainOf = <const One extends 256 | 1024>(one: One, largest: number) =>
  ({ min: 0, max: 65535, one, span: [0, one * largest] }) as const;
