import type { Field, ParameterProblem, ParametersOf } from '../field-descriptor.ts';
import type { Spectrum } from '../quantities/wavelengths.ts';
import type { ColourFilters } from '../sensors/colour-filters.ts';
import type { SensorPlan } from '../sensors/pixel.ts';
import type { IspCode } from './isp-code.ts';

/** Kinds of colour filter arrays, as ISPs tell them apart. */
export const MOSAICS = { bayer: 'Bayer patterns', mono: 'mono sensors', tile: 'other tiles' };
export type MosaicKind = keyof typeof MOSAICS;

/** A group of fields in the dialog of an ISP; the first is its switch. */
export interface IspSection {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly fields: readonly Field[];
}

/** A field that Tune ISP varies. */
export interface TunedField {
  readonly key: string;
  /** Cells of a matrix that are varied; absent for a number. */
  readonly cells?: readonly (readonly [row: number, column: number])[];
  /** The switch that must be on; absent where nothing switches the field off. */
  readonly needs?: string;
  /** Smallest and largest share of its value; a zero varies by a share of the largest number. */
  readonly range: readonly [low: number, high: number];
  /** How far from its start a search looks first, as a share of its range; absent without one. */
  readonly firstStep?: number;
}

/** Figures of the Macbeth chart before and after. */
export interface SuitedFigures {
  /** CIEDE2000. */
  readonly mean: number;
  readonly clippedPercent: number;
}

/** Parameters that suit a light. */
export interface Suited<Parameters> {
  /** The given ones where no better ones were found. */
  readonly parameters: Partial<Parameters>;
  readonly isBetter: boolean;
  readonly before: SuitedFigures;
  readonly after: SuitedFigures;
}

/**
 * @param energy of the light per band, on any scale.
 * @throws SimulationError with a sentence where nothing can suit.
 */
export type Suit<Parameters> = (
  energy: Spectrum,
  sensor: SensorPlan,
  parameters: Parameters,
) => Suited<Parameters>;

/** What an ISP need not have; where it has not, `lacks` tells people why. */
export type IspPart = 'suit' | 'stages' | 'tuning';

/** An ISP of the choice list: its name, its fields, and where its code is. */
export interface IspDescriptor<
  Fields extends readonly Field[] = readonly Field[],
  Report extends object = object,
> {
  readonly label: string;
  /** Name of its parameters in a recipe. */
  readonly wireKey: string;
  /** Name of its part of report.json; also in the hash that seeds the noise, so it stays. */
  readonly reportKey: string;
  readonly fields: Fields;
  /** Sections of its dialog; none where the fields stand below each other. */
  readonly modules: readonly IspSection[];
  /** The switch of the workbench that offers it; absent where it is always offered. */
  readonly feature?: string;
  readonly mosaics: readonly MosaicKind[];
  /** It leaves an odd last row or column out. */
  readonly isEven?: true;
  /** Its picture has 16 bits too. */
  readonly isDeep?: true;
  /**
   * Parameters that are valid one by one, but not together.
   *
   * @param bits of the codes that it gets.
   * @param largestResult pixels that a picture may have after it.
   */
  problems?(
    parameters: ParametersOf<Fields>,
    bits: number,
    largestResult?: number,
  ): readonly ParameterProblem[];
  readonly lacks: Readonly<Partial<Record<IspPart, string>>>;
  /** Set for an ISP with stages: what its modules write, by ids of `modules` or by other ids. */
  readonly stages?: true;
  readonly tuning?: {
    readonly varied: readonly TunedField[];
    /** Places in report.json of what a search must not let clip. */
    readonly clipped: readonly string[];
  };
  readonly suit?: {
    /** Section of the dialog that has the button; at its end where there are no sections. */
    readonly section?: string;
    /** What is changed, and what clips, in words. */
    readonly changes: string;
    readonly clips: string;
    readonly load: () => Promise<{ readonly suit: Suit<ParametersOf<Fields>> }>;
  };
  readonly load: () => Promise<{ readonly code: IspCode<ParametersOf<Fields>, Report> }>;
}

/** The kind of a sensor's colour filter array. */
export const mosaicKind = ({ order, tile }: ColourFilters): MosaicKind => {
  if (order) return 'bayer';
  return tile?.join('') === 'w' ? 'mono' : 'tile';
};

export const takesMosaic = (
  { mosaics }: Pick<IspDescriptor, 'mosaics'>,
  filters: ColourFilters,
): boolean => mosaics.includes(mosaicKind(filters));
