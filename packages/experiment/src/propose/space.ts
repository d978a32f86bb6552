import { exp, log } from '@lumenloom/engine/arithmetic';
import { variableKey, type StudyVariable } from '@lumenloom/contract';

/**
 * A variable as algorithms see it: a number from 0 to 1, or the index of a value. `gene` is that
 * number.
 */
export interface Gene {
  /** The key of the variable. */
  readonly key: string;
  /** How many values a choice has, whose gene is an index; 0 for a place from 0 to 1. */
  readonly choices: number;
  /** Ends of the places around one that mean the same value; absent where any place is a value. */
  readonly cellOf?: (place: number) => readonly [low: number, high: number];
  /** How far from the start a search looks first, from 0 to 1; absent for the step of all. */
  readonly firstStep?: number;
  /** The value of a gene. */
  readonly valueOf: (gene: number) => unknown;
  /** The gene of a value; undefined where it is outside the bounds or no value of the list. */
  readonly geneOf: (value: unknown) => number | undefined;
}

/** What a variable's field takes, where it has a path: `odd` numbers are `whole` too. */
export interface FieldKind {
  readonly whole?: boolean | undefined;
  readonly odd?: boolean | undefined;
}

/** Of a level or of the bounds. */
const MIDDLE = 0.5;

/** Index of the level that a place from 0 to 1 lies in. */
export const levelOf = (place: number, levels: number): number =>
  Math.min(levels - 1, Math.max(0, Math.floor(place * levels)));

/** The gene of a variable. @param kind of the field that its path names. */
export function geneOf(variable: StudyVariable, kind: FieldKind = {}): Gene {
  const key = variableKey(variable);
  if ('values' in variable) return listGene(key, variable.values, variable.ordered);
  const { firstStep } = variable;
  const gene = rangeGene(key, variable, kind);
  return firstStep === undefined ? gene : { ...gene, firstStep };
}

/** A number between two bounds. */
function rangeGene(
  key: string,
  variable: Extract<StudyVariable, { readonly from: number }>,
  kind: FieldKind,
): Gene {
  const { from, to, scale } = variable;
  const isLog = scale === 'log';
  // A study of the mirrored variable makes the mirrored choices: what lies mostly below zero is
  // searched as its negative.
  const sign = from + to < 0 ? -1 : 1;
  const [low, high] = sign < 0 ? [-to, -from] : [from, to];
  if (kind.odd)
    return wholeGene(key, sign, { high, isLog, first: 2 * Math.ceil((low - 1) / 2) + 1, step: 2 });
  if ((variable.whole ?? kind.whole) === true)
    return wholeGene(key, sign, { high, isLog, first: Math.ceil(low), step: 1 });
  const [start, end] = isLog ? [log(low), log(high)] : [low, high];
  const valueOf = (place: number): number => {
    if (place <= 0) return sign * low;
    if (place >= 1) return sign * high;
    const at = start + (end - start) * place;
    return sign * Math.min(high, Math.max(low, isLog ? exp(at) : at));
  };
  return {
    key,
    choices: 0,
    valueOf,
    geneOf: (value) => {
      if (typeof value !== 'number') return undefined;
      const size = sign * value;
      if (!(size >= low && size <= high)) return undefined;
      return ((isLog ? log(size) : size) - start) / (end - start);
    },
  };
}

interface WholeBounds {
  readonly high: number;
  readonly isLog: boolean;
  readonly first: number;
  readonly step: number;
}

/** A number of steps; on a log scale the small ones take more of the room. */
function wholeGene(key: string, sign: number, { high, isLog, first, step }: WholeBounds): Gene {
  const levels = Math.max(1, Math.floor((high - first) / step) + 1);
  const numberAt = (level: number): number => sign * (first + step * level) + 0;
  const levelFor = (value: unknown): number | undefined => {
    const level = typeof value === 'number' ? (sign * value - first) / step : NaN;
    return Number.isInteger(level) && level >= 0 && level < levels ? level : undefined;
  };
  if (!isLog)
    return {
      key,
      choices: 0,
      cellOf: equalCells(levels),
      valueOf: (place) => numberAt(levelOf(place, levels)),
      geneOf: (value) => {
        const level = levelFor(value);
        return level === undefined ? undefined : (level + MIDDLE) / levels;
      },
    };
  const edge = (level: number): number => log(first + step * (level - MIDDLE));
  const [start, end] = [edge(0), edge(levels)];
  const placeOf = (natural: number): number => (natural - start) / (end - start);
  const levelAt = (place: number): number => {
    const at = Math.round((exp(start + (end - start) * place) - first) / step);
    return Math.min(levels - 1, Math.max(0, at));
  };
  return {
    key,
    choices: 0,
    cellOf: (place) => [placeOf(edge(levelAt(place))), placeOf(edge(levelAt(place) + 1))],
    valueOf: (place) => numberAt(levelAt(place)),
    geneOf: (value) => {
      const level = levelFor(value);
      return level === undefined ? undefined : placeOf(log(first + step * level));
    },
  };
}

/** Cells of equal size. */
const equalCells =
  (levels: number) =>
  (place: number): readonly [number, number] => {
    const level = levelOf(place, levels);
    return [level / levels, (level + 1) / levels];
  };

/** A list of values; those of an ordered list lie beside each other by size. */
function listGene(key: string, values: readonly unknown[], isOrdered: boolean): Gene {
  const sorted = isOrdered ? (values as readonly number[]).toSorted((a, b) => a - b) : values;
  const texts = sorted.map((value) => JSON.stringify(value));
  const levels = sorted.length;
  const indexOf = (value: unknown): number | undefined => {
    const index = texts.indexOf(JSON.stringify(value));
    return index < 0 ? undefined : index;
  };
  if (!isOrdered)
    return {
      key,
      choices: levels,
      geneOf: indexOf,
      valueOf: (index) => sorted[index],
    };
  return {
    key,
    choices: 0,
    cellOf: equalCells(levels),
    valueOf: (place) => sorted[levelOf(place, levels)],
    geneOf: (value) => {
      const index = indexOf(value);
      return index === undefined ? undefined : (index + MIDDLE) / levels;
    },
  };
}

/** A gene's middle; of a choice the first value. */
export const middleOf = ({ choices }: Gene): number => (choices > 0 ? 0 : MIDDLE);

/** A place outside 0 to 1 mirrored back at the ends. */
export function mirrored(place: number): number {
  const folded = Math.abs(place) % 2;
  return folded > 1 ? 2 - folded : folded;
}
