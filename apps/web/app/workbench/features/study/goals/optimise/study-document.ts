import {
  LONGEST_STUDY_NAME,
  algorithmOf,
  figureParts,
  readStudyDocument,
  stepsOf,
  type Problem,
  type StudyDocument,
} from '@lumenloom/contract';
import { labelOfPath } from '@lumenloom/experiment/page';
import { holdOf, holdOffers } from '../../../../kit/study/guided-hold.ts';
import type { VariedField } from '../../../../kit/study/varied-field.ts';
import { valueIn, valuesIn } from '../../../../kit/study/typed-values.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import {
  DIRECTIONS,
  hasValue,
  type Aim,
  type SearchedField,
  type StudyDraft,
} from './study-draft.ts';

/** Fresh seeds with which the best points are computed again. */
const VALIDATION = 8;
const MATRIX = 'ispParams.ccmValues';
/** Columns of the colour matrix that share the sum of a row; the last one is an offset. */
const COLOURS = 3;

/** The name of a cell of the matrix in expressions. */
const cellName = (row: number, column: number): string => `ccm_${'RGB'[row]!}_${'RGB'[column]!}`;

/** Row and column of a path into the colour matrix; undefined for any other path. */
function cellOf(path: string): readonly [row: number, column: number] | undefined {
  if (!path.startsWith(`${MATRIX}[`)) return undefined;
  const [row, column] = stepsOf(path).slice(2).map(Number);
  return [row!, column!];
}

function variableOf(field: SearchedField): object {
  const { path, kind, from, to, scale, values, firstStep } = field;
  if (kind === 'list') return { path, values: valuesIn(values) };
  const cell = cellOf(path);
  return {
    path,
    ...(cell && { name: cellName(...cell) }),
    from: valueIn(from),
    to: valueIn(to),
    scale,
    ...(firstStep !== undefined && { firstStep }),
  };
}

/** The numbers of the colour matrix of a recipe, row by row. */
function matrixOf({ ispParams }: Recipe): readonly (readonly number[])[] {
  const held = ispParams['ccmValues'];
  return Array.isArray(held) ? (held as string[][]).map((row) => row.map(Number)) : [];
}

/**
 * Cells of the matrix that follow from those that vary, so that each row keeps its sum: in a row
 * where some but not all cells vary, the largest of the others.
 */
function keptSums(fields: readonly VariedField[], recipe: Recipe): readonly object[] {
  const matrix = matrixOf(recipe);
  return matrix.flatMap((cells, row) => {
    const columns = fields.flatMap(({ path }) => {
      const [at, column] = cellOf(path) ?? [];
      return at === row && column! < COLOURS ? [column!] : [];
    });
    const others = [0, 1, 2].filter((column) => !columns.includes(column));
    if (columns.length === 0 || others.length === 0) return [];
    const follows = others.reduce((best, column) =>
      Math.abs(cells[column]!) > Math.abs(cells[best]!) ? column : best,
    );
    const sum = cells.slice(0, COLOURS).reduce((total, cell) => total + cell, 0);
    const kept = others
      .filter((column) => column !== follows)
      .reduce((total, column) => total + cells[column]!, 0);
    return [
      {
        path: `${MATRIX}[${row}][${follows}]`,
        expression: [String(sum - kept), ...columns.map((column) => cellName(row, column))].join(
          ' - ',
        ),
      },
    ];
  });
}

const objectiveOf = ({ figure, direction, value, weight }: Aim): object => ({
  figure,
  goal: direction,
  ...(hasValue(direction) && { value: valueIn(value) }),
  ...(weight.trim() !== '' && { weight: valueIn(weight) }),
});

const isLimit = ({ direction }: Aim): boolean => DIRECTIONS[direction].isLimit;

/** A limit beside an objective of the same figure needs a name of its own. */
const constraintOf = ({ figure, direction, value }: Aim): object => ({
  name: `${figure} ${DIRECTIONS[direction].sign}`,
  figure,
  [direction]: valueIn(value),
});

const UNNAMED = 'Study';

/** What varies, as far as a name has room. */
function nameOf({ name, fields }: StudyDraft): string {
  if (name.trim() !== '') return name.trim();
  const labels = fields.map(({ path }) => labelOfPath(path));
  if (labels.length === 0) return UNNAMED;
  const all = labels.join('; ');
  return all.length <= LONGEST_STUDY_NAME ? all : `${labels[0]!} and ${labels.length - 1} more`;
}

/** The document of a draft (docs/optimising.md). */
export function documentOf(draft: StudyDraft, recipe: Recipe) {
  const { fields, aims, cases, algorithm, runs, keepsPictures, keepsRowSums, keepsStart } = draft;
  const derive = keepsRowSums ? keptSums(fields, recipe) : [];
  const constraints = aims.filter(isLimit).map(constraintOf);
  const offers = holdOffers(
    recipe,
    fields.map(({ path }) => path),
  );
  const hold = holdOf(offers, draft.hold);
  return {
    name: nameOf(draft),
    recipe,
    vary: fields.map(variableOf),
    ...(derive.length > 0 && { derive }),
    objectives: aims.filter((aim) => !isLimit(aim)).map(objectiveOf),
    ...(constraints.length > 0 && { constraints }),
    ...(cases.length > 0 && { cases }),
    ...(hold && { hold }),
    keep: keepsPictures ? 'pictures' : 'figures',
    algorithm: { name: algorithm },
    budget: { runs: valueIn(runs) },
    validate: VALIDATION,
    ...(keepsStart && { keepsStart }),
  };
}

/** The names of algorithms for people, and why `auto` takes them. */
const WORDS: Readonly<Record<ReturnType<typeof algorithmOf>, string>> = {
  'cma-es': 'CMA-ES: one objective',
  tpe: 'Parzen estimators: few runs, or choices of many values',
  'nsga-2': 'NSGA-II: several objectives',
  de: 'differential evolution',
  random: 'random points',
  'latin-hypercube': 'Latin hypercube',
};

/** The algorithm of a document in words. */
export const algorithmInWords = (document: StudyDocument): string => WORDS[algorithmOf(document)];

/** The document of a draft, or what is missing in it. */
export function checkDraft(
  draft: StudyDraft,
  recipe: Recipe,
): { readonly document: StudyDocument } | { readonly problem: Problem } {
  const missing = missingIn(draft);
  if (missing !== undefined) return { problem: { field: '', message: missing } };
  const read = readStudyDocument(documentOf(draft, recipe));
  return read.ok ? { document: read.value } : { problem: read.problems[0]! };
}

function missingIn({ fields, aims }: StudyDraft): string | undefined {
  if (fields.length === 0) return 'Choose a field to vary.';
  if (aims.every(isLimit)) return 'Choose an objective: a figure that shall become better.';
  const open = aims.find(({ direction, value }) => hasValue(direction) && value.trim() === '');
  return (
    open &&
    `${figureParts(open.figure).name} needs a value beside ${DIRECTIONS[open.direction].sign}.`
  );
}
