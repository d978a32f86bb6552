import { plainNumber, SimulationError } from '@lumenloom/engine/quick';
import { SplitMix } from '@lumenloom/engine/lab';
import type { PredictionTable } from '@lumenloom/scoring';
import { readTextTable, type TextTable } from '../document/text-table.ts';

/** Which columns of a table are what. */
export interface PredictionChoice {
  readonly score: string;
  readonly figures: readonly string[];
  readonly factors: readonly string[];
  /** Share of the cameras that no fit sees, above 0 and below 1. */
  readonly test: number;
  /** A whole number from 0 to 2^32 - 1: which cameras these are. */
  readonly seed: number;
}

/** Fewer cameras say nothing of others. */
export const FEWEST_CAMERAS = 20;

function refuse(field: string, problem: string): never {
  throw new SimulationError('bad-parameter', problem, field);
}

/**
 * Reads a table of cameras from CSV: the score and figures are numbers, or empty where a camera
 * has none.
 *
 * @throws SimulationError naming the column and row at fault.
 * @see docs/reference/lab.md#prediction
 */
export function readPredictionTable(text: string, choice: PredictionChoice): PredictionTable {
  const table = readTextTable(text);
  const { length } = table.rows;
  const all = [choice.score, ...choice.figures, ...choice.factors];
  const twice = all.find((name, i) => all.indexOf(name) < i);
  if (twice !== undefined)
    refuse('figures', `"${twice.slice(0, 60)}" is named twice among score, figures and factors.`);
  const cells = (field: string, name: string): readonly string[] => cellsOf(table, field, name);
  const score = numbersOf('score', choice.score, cells('score', choice.score));
  const figures = new Map(
    choice.figures.map((name) => [name, numbersOf('figures', name, cells('figures', name))]),
  );
  const factors = new Map(
    choice.factors.map((name) => [name, valuesOf(name, cells('factors', name))]),
  );
  if (length < FEWEST_CAMERAS)
    refuse('table', `needs at least ${FEWEST_CAMERAS} cameras; the table has ${length}.`);
  const isTest = testRows(length, choice);
  if (!isTest) refuse('test', ONE_PART_EMPTY(choice.test));
  return { score, figures, factors, isTest };
}

export const ONE_PART_EMPTY = (test: number): string =>
  `${test} leaves one of both parts without cameras.`;

/** Which rows no fit sees; undefined where these are none, or all. */
export function testRows(
  rows: number,
  { test, seed }: Pick<PredictionChoice, 'test' | 'seed'>,
): readonly boolean[] | undefined {
  const draws = new SplitMix(seed);
  const isTest = Array.from({ length: rows }, () => draws.next() < test);
  return isTest.every(Boolean) || !isTest.some(Boolean) ? undefined : isTest;
}

function cellsOf({ columns, rows }: TextTable, field: string, name: string): readonly string[] {
  const column = columns.indexOf(name);
  if (column < 0) refuse(field, `the table has no column ${name.slice(0, 60)}.`);
  return rows.map((cells) => cells[column]!);
}

const numbersOf = (
  field: string,
  name: string,
  cells: readonly string[],
): readonly (number | null)[] =>
  cells.map((cell, row) => {
    if (cell === '') return null;
    const value = plainNumber(cell);
    return Number.isFinite(value)
      ? value
      : refuse(
          field,
          `${name} must be a number or empty; row ${row + 1} has "${cell.slice(0, 40)}".`,
        );
  });

/** Numbers where all are numbers, else texts. */
function valuesOf(name: string, cells: readonly string[]): readonly (number | string)[] {
  const empty = cells.indexOf('');
  if (empty >= 0) refuse('factors', `${name} is empty in row ${empty + 1}.`);
  if (new Set(cells).size < 2)
    refuse('factors', `${name} has one value only: leaving it out leaves no camera.`);
  const numbers = cells.map(plainNumber);
  return numbers.every(Number.isFinite) ? numbers : cells;
}
