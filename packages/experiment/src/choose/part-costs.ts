import type { ChoiceDocument, PartList } from '@lumenloom/contract';
import type { ChosenLens } from '@lumenloom/engine';
import { fail } from '@lumenloom/engine/quick';
import {
  ExpressionError,
  numberFrom,
  readExpression,
  type Expression,
  type Value,
} from '../propose/expression.ts';
import type { Candidate, ListedPart } from './candidates.ts';
import type { PartTable } from './part-table.ts';
import type { SensorPixels, Unknown } from './requirements.ts';

/** What the table and the formulas of a plan say of cameras. */
export interface PartCosts {
  readonly cellOf: (part: ListedPart | undefined, column: string) => number | string | undefined;
  /** Over the parts of a camera. */
  readonly sum: (candidate: Candidate, column: string) => number | Unknown;
  readonly largest: (candidate: Candidate, column: string) => number | undefined;
  /** Undefined: the plan has no formula. */
  readonly cost: (
    candidate: Candidate,
    lens: ChosenLens,
    pixels: SensorPixels | undefined,
  ) => number | Unknown | undefined;
  /** Names of columns. */
  readonly columns: readonly string[];
}

type Named = readonly (readonly [PartList, ListedPart])[];
const partsOf = ({ parts }: Candidate): Named => Object.entries(parts) as unknown as Named;

/**
 * Reads the formulas of a plan.
 *
 * @param candidates whose lists of parts have prices or not.
 * @throws SimulationError naming the formula that cannot be read.
 */
export function partCosts(
  { cost, definitions, constants }: ChoiceDocument,
  table: PartTable | undefined,
  candidates: readonly Candidate[],
): PartCosts {
  const formulas = Object.entries(definitions).map(
    ([name, text]) => [name, readFormula(text, `definitions.${name}`)] as const,
  );
  const formula = cost === undefined ? undefined : readFormula(cost, 'cost');
  const cellOf: PartCosts['cellOf'] = (part, column) =>
    part && table?.rows.get(part.name)?.get(column);
  const priced = pricedLists(candidates, cellOf);
  const missing = (column: string, part: string): Unknown => ({
    unknown: `${table?.file ?? 'the plan'} has no ${column} for ${part}`,
  });
  return {
    cellOf,
    columns: table?.columns ?? [],
    sum: (candidate, column) => {
      let total = 0;
      const lists = priced(column);
      const counted = partsOf(candidate).filter(([list]) => lists.has(list));
      if (counted.length === 0) return missing(column, candidate.name);
      for (const [, part] of counted) {
        const value = cellOf(part, column);
        if (typeof value !== 'number') return missing(column, part.name);
        total += value;
      }
      return total;
    },
    largest: (candidate, column) => {
      const values = partsOf(candidate).flatMap(([, part]) => {
        const value = cellOf(part, column);
        return typeof value === 'number' ? [value] : [];
      });
      return values.length > 0 ? Math.max(...values) : undefined;
    },
    cost: (candidate, lens, pixels) => {
      if (!formula) return undefined;
      const names = new Map<string, Value>(Object.entries(constants));
      let unknown: string | undefined;
      const figure = (path: string): number | undefined => {
        const [list, column] = [
          path.slice(0, path.indexOf('.')),
          path.slice(path.indexOf('.') + 1),
        ];
        const part = candidate.parts[list as PartList];
        const value = cellOf(part, column) ?? ofProduct(path, lens, pixels);
        if (typeof value === 'number') return value;
        unknown ??= table?.columns.includes(column)
          ? missing(column, part?.name ?? list).unknown
          : `this camera has no ${path}`;
        return undefined;
      };
      try {
        for (const [name, expression] of formulas)
          names.set(name, numberFrom(expression, { names, figure }));
        return numberFrom(formula, { names, figure });
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        return { unknown: unknown ?? `cost: ${error.message}` };
      }
    },
  };
}

function readFormula(text: string, field: string): Expression {
  try {
    return readExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return fail(field, error.message);
  }
}

/** Lists with a number in a column: parts of the others add nothing. */
function pricedLists(
  candidates: readonly Candidate[],
  cellOf: PartCosts['cellOf'],
): (column: string) => ReadonlySet<PartList> {
  const known = new Map<string, ReadonlySet<PartList>>();
  const parts = new Map<ListedPart, PartList>();
  for (const one of candidates) for (const [list, part] of partsOf(one)) parts.set(part, list);
  return (column) => {
    const found =
      known.get(column) ??
      new Set(
        [...parts].flatMap(([part, list]) =>
          typeof cellOf(part, column) === 'number' ? [list] : [],
        ),
      );
    known.set(column, found);
    return found;
  };
}

/** Figures of parts that the product knows itself, as those of studies are called. */
function ofProduct(
  path: string,
  { totalTrackMm, largestDiameterMm, elements }: ChosenLens,
  pixels: SensorPixels | undefined,
): number | undefined {
  switch (path) {
    case 'lens.totalTrackMm':
      return totalTrackMm;
    case 'lens.largestDiameterMm':
      return largestDiameterMm;
    case 'lens.elements':
      return elements;
    case 'sensor.dieWidthMm':
      return pixels && (pixels.columns * pixels.pitchUm) / 1000;
    case 'sensor.dieHeightMm':
      return pixels && (pixels.rows * pixels.pitchUm) / 1000;
    case 'sensor.megapixels':
      return pixels && (pixels.columns * pixels.rows) / 1e6;
    default:
      return undefined;
  }
}
