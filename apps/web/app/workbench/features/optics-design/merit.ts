import { numberOf } from './typed-number.ts';

/** What a figure of an operand is counted of. */
type Place = 'lens' | 'surface' | 'edge' | 'field';

/** Figures that a merit can hold, as the document of a lens study names them. */
export const OPERAND_FIGURES = {
  eflMm: { label: 'Focal length', unit: 'mm', place: 'lens' },
  bflMm: { label: 'Back focal length', unit: 'mm', place: 'lens' },
  totalTrackMm: { label: 'Length', unit: 'mm', place: 'lens' },
  fNumber: { label: 'f-number', unit: '', place: 'lens' },
  centreThicknessMm: { label: 'Centre thickness', unit: 'mm', place: 'surface' },
  edgeThicknessMm: { label: 'Edge thickness', unit: 'mm', place: 'edge' },
  diameterMm: { label: 'Diameter of the beams', unit: 'mm', place: 'surface' },
  distortionPercent: { label: 'Distortion', unit: '%', place: 'field' },
  chiefRayAngleDegrees: { label: 'Chief-ray angle', unit: '°', place: 'field' },
  relativeIllumination: { label: 'Relative illumination', unit: '', place: 'field' },
  lateralColourMm: { label: 'Lateral colour', unit: 'mm', place: 'field' },
  imageHeightMm: { label: 'Image height', unit: 'mm', place: 'field' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly unit: string; readonly place: Place }>
>;
export type OperandFigure = keyof typeof OPERAND_FIGURES;

export const LIMITS = { target: '=', min: '≥', max: '≤' } as const;

/** A figure that the merit holds, as it is typed. */
export interface TypedOperand {
  readonly figure: OperandFigure;
  /** From 0; counts where the figure is of a surface. */
  readonly surface: number;
  /** Share of the half field; counts where the figure is of a field. */
  readonly field: string;
  readonly limit: keyof typeof LIMITS;
  readonly value: string;
  /** Weight in the merit, per unit of the figure. */
  readonly weight: string;
}

export interface Merit {
  readonly merit: 'spot' | 'wavefront';
  readonly operands: readonly TypedOperand[];
}

/** The merit of a draft in which none was typed: small spots at the focal length. */
const firstMerit = (focalLengthMm: number): Merit => ({
  merit: 'spot',
  operands: [operandOf('eflMm', String(Number(focalLengthMm.toPrecision(7))))],
});

export const operandOf = (figure: OperandFigure, value: string): TypedOperand => ({
  figure,
  surface: 0,
  field: '1',
  limit: 'target',
  value,
  weight: '1',
});

export const meritIn = (
  { merit }: { readonly merit?: Merit | undefined },
  focalLengthMm: number,
): Merit => merit ?? firstMerit(focalLengthMm);

/** What is typed, as a number where it is one: the engine says of other text what is wrong. */
const numberOr = (text: string): number | string => numberOf(text) ?? text;

/** The keys of a merit, as the document of a lens study has them. */
export const meritDocument = ({ merit, operands }: Merit) => ({
  merit,
  operands: operands.map(({ figure, surface, field, limit, value, weight }) => {
    const { place } = OPERAND_FIGURES[figure];
    return {
      figure,
      ...(place === 'field' && { field: numberOr(field) }),
      ...((place === 'surface' || place === 'edge') && { surface }),
      [limit]: numberOr(value),
      weight: numberOr(weight),
    };
  }),
});

/** The operand and its cell that a problem of a study is about. */
export function operandCellOf(
  field: string | undefined,
): { readonly at: number; readonly cell: 'field' | 'value' | 'weight' | 'surface' } | undefined {
  const [, at, key] = /^operands\[(\d+)\]\.?(\w*)/.exec(field ?? '') ?? [];
  if (at === undefined) return undefined;
  const cell = (['field', 'weight', 'surface'] as const).find((known) => known === key);
  return { at: Number(at), cell: cell ?? 'value' };
}

/** The operands after a surface was inserted (1) or deleted (−1) at a row. */
export const movedMerit = (merit: Merit | undefined, row: number, by: 1 | -1): Merit | undefined =>
  merit && {
    ...merit,
    operands: merit.operands.flatMap((operand) => {
      const { place } = OPERAND_FIGURES[operand.figure];
      if ((place !== 'surface' && place !== 'edge') || operand.surface < row) return [operand];
      return by === -1 && operand.surface === row
        ? []
        : [{ ...operand, surface: operand.surface + by }];
    }),
  };
