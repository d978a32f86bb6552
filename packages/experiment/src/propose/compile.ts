import {
  fieldPath,
  figureParts,
  isDatasetFigure,
  isFigure,
  sourceName,
  variableKey,
  type Decoded,
  type Problem,
  type RunConditions,
  type StudyDocument,
} from '@lumenloom/contract';
import { noSuchFigure } from '../document/no-such-figure.ts';
import {
  ExpressionError,
  numberFrom,
  readExpression,
  type Expression,
  type Value,
} from './expression.ts';
import { geneOf, type FieldKind, type Gene } from './space.ts';

/** A number that a run is judged by. */
interface Source {
  /** Its column in the results. */
  readonly name: string;
  /** Where it stands in the document. */
  readonly place: string;
  readonly figure: string | undefined;
  readonly expression: Expression | undefined;
}

/** A number that is searched for. */
export interface Objective extends Source {
  readonly goal: 'minimise' | 'maximise' | 'target';
  /** What is wanted, with the goal target. */
  readonly value: number | undefined;
  readonly weight: number | undefined;
}

/** A number with limits. */
export interface Constraint extends Source {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** A study whose expressions were read. */
export interface CompiledStudy {
  readonly document: StudyDocument;
  /** In the order of `vary`. */
  readonly genes: readonly Gene[];
  readonly objectives: readonly Objective[];
  readonly constraints: readonly Constraint[];
  /** Columns of objectives, constraints and measured figures, each once. */
  readonly columns: readonly string[];
  /** Paths of the numbers of a report that the study reads; none where it runs no camera. */
  readonly figures: readonly string[];
  /** What a point sets in the recipe besides its variables. */
  readonly derive: readonly {
    readonly path: string;
    readonly place: string;
    readonly expression: Expression;
  }[];
  readonly definitions: readonly Definition[];
}

interface Definition {
  readonly name: string;
  readonly place: string;
  readonly expression: Expression;
  /** Whether it reads the report, itself or through another definition. */
  readonly needsReport: boolean;
}

/** What a study needs to know of recipes. */
export interface RecipeKnowledge {
  /** What the field under a path takes. */
  readonly kindOf?: (path: string) => FieldKind;
  /** Whether a report can have a number under a path, besides those of report.json. */
  readonly isFigure?: (path: string) => boolean;
}

/**
 * Reads the expressions of a checked document.
 *
 * @returns the study, or problems with their places, such as `definitions.cost`.
 */
export function compileStudy(
  document: StudyDocument,
  knowledge: RecipeKnowledge = {},
): Decoded<CompiledStudy> {
  const reader = new Reader(document, knowledge);
  const { vary, derive, measure } = document;
  const definitions = reader.definitions();
  const derived = derive.flatMap(({ path, expression: text }, at) => {
    const place = fieldPath(['derive', at, 'expression']);
    const expression = reader.expression(text, place);
    if (
      expression &&
      definitions.some(({ name, needsReport }) => needsReport && expression.names.has(name))
    )
      reader.refuse(place, 'It reads the report, which exists only after the run.');
    if (expression && expression.figures.size > 0)
      reader.refuse(place, 'It reads the report, which exists only after the run.');
    return expression ? [{ path, place, expression }] : [];
  });
  const objectives = document.objectives.map((objective, at) => ({
    ...reader.source('objective', objective, at),
    goal: objective.goal,
    value: objective.value,
    weight: objective.weight,
  }));
  const constraints = document.constraints.map((constraint, at) => ({
    ...reader.source('constraint', constraint, at),
    min: constraint.min,
    max: constraint.max,
  }));
  for (const [at, name] of measure.entries()) {
    const place = fieldPath(['measure', at]);
    if (measure.indexOf(name) < at) reader.refuse(place, `${name} is measured twice.`);
    reader.figure(name, place);
  }
  const sources = [...objectives, ...constraints];
  const columns = [...new Set([...sources.map(({ name }) => name), ...measure])];
  const clash = measure.findIndex((name) =>
    sources.some((source) => source.name === name && source.figure !== name),
  );
  if (clash >= 0)
    reader.refuse(
      fieldPath(['measure', clash]),
      `${measure[clash]!} is the name of something else in the results.`,
    );
  const genes = vary.map((variable) =>
    geneOf(variable, variable.path === undefined ? {} : knowledge.kindOf?.(variable.path)),
  );
  for (const [at, { start }] of vary.entries())
    if (start !== undefined && genes[at]!.geneOf(start) === undefined)
      reader.refuse(
        fieldPath(['vary', at, 'start']),
        'start must be one of the numbers that the field takes: whole or odd, and within the bounds.',
      );
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  return {
    ok: true,
    value: {
      document,
      objectives,
      constraints,
      columns,
      derive: derived,
      definitions,
      genes,
      figures: [...figuresRead(sources, definitions, measure)],
    },
  };
}

/** Figures that the objectives, constraints and measures read, through definitions too. */
function figuresRead(
  sources: readonly Source[],
  definitions: readonly Definition[],
  measure: readonly string[],
): ReadonlySet<string> {
  const figures = new Set<string>();
  const wanted = new Set<string>();
  const want = ({ names, figures: read }: Expression): void => {
    for (const name of names) wanted.add(name);
    for (const figure of read) figures.add(figure);
  };
  for (const { figure, expression } of sources) {
    if (figure !== undefined) figures.add(figure);
    if (expression) want(expression);
  }
  // A definition reads only those before it.
  for (const { name, expression } of definitions.toReversed())
    if (wanted.has(name)) want(expression);
  for (const name of measure) figures.add(name);
  return figures;
}

/** Reads expressions and figures, and collects what is wrong with them. */
class Reader {
  readonly problems: Problem[] = [];
  readonly #names: Set<string>;
  readonly #document: StudyDocument;
  readonly #isFigure: (path: string) => boolean;

  constructor(document: StudyDocument, { isFigure: isOther }: RecipeKnowledge) {
    this.#document = document;
    this.#isFigure = (path) => isFigure(path) || (isOther?.(path) ?? false);
    this.#names = new Set([
      ...document.vary.flatMap(({ name }) => (name === undefined ? [] : [name])),
      ...Object.keys(document.constants),
    ]);
  }

  refuse(field: string, message: string): void {
    this.problems.push({ field, message });
  }

  definitions(): readonly Definition[] {
    const definitions: Definition[] = [];
    for (const [name, text] of Object.entries(this.#document.definitions)) {
      const place = fieldPath(['definitions', name]);
      const expression = this.expression(text, place);
      this.#names.add(name);
      if (!expression) continue;
      const needsReport =
        expression.figures.size > 0 ||
        definitions.some((other) => other.needsReport && expression.names.has(other.name));
      definitions.push({ name, place, expression, needsReport });
    }
    return definitions;
  }

  source(
    what: 'objective' | 'constraint',
    read: {
      readonly name?: string | undefined;
      readonly figure?: string | undefined;
      readonly expression?: string | undefined;
    },
    at: number,
  ): Source {
    const place = fieldPath([`${what}s`, at, read.figure === undefined ? 'expression' : 'figure']);
    if (read.figure !== undefined) this.figure(read.figure, place);
    return {
      name: sourceName(what, read, at),
      place,
      figure: read.figure,
      expression:
        read.expression === undefined ? undefined : this.expression(read.expression, place),
    };
  }

  figure(name: string, place: string): void {
    const { cases, evaluate } = this.#document;
    const [, caseName, path] = /^case:([^/]*)\/(.*)$/.exec(name) ?? [];
    if (caseName !== undefined && !cases.some((one) => one.name === caseName))
      this.refuse(place, `There is no case ${caseName.slice(0, 60)} in this study.`);
    else if (isDatasetFigure(path ?? name)) {
      if (!evaluate)
        this.refuse(
          place,
          `${name} needs evaluate in the study: its data set and network (docs/optimising.md).`,
        );
    } else if (!this.#isFigure(path ?? name)) this.refuse(place, noSuchFigure(path ?? name));
  }

  expression(text: string, place: string): Expression | undefined {
    try {
      const expression = readExpression(text);
      for (const name of expression.names) this.#checkName(name, place);
      for (const path of expression.figures) {
        const root = path.split(/[.[]/, 1)[0]!;
        if (this.#names.has(root))
          this.refuse(place, `${root} is a number of this study and has no parts.`);
        else this.figure(path, place);
      }
      return expression;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.refuse(place, error.message);
      return undefined;
    }
  }

  #checkName(name: string, place: string): void {
    if (!this.#names.has(name)) {
      const later = Object.hasOwn(this.#document.definitions, name);
      this.refuse(
        place,
        later
          ? `${name} is defined by itself or below: a definition uses those above it.`
          : `${name.slice(0, 40)} is no name of this study${this.#names.size === 0 ? '' : `; it has ${[...this.#names].slice(0, 20).join(', ')}`}.`,
      );
    }
    const at = this.#document.vary.findIndex((variable) => variable.name === name);
    const variable = this.#document.vary[at];
    if (variable && 'values' in variable && !variable.values.every(isValue))
      this.refuse(place, `${name} has values that are neither numbers, texts nor true and false.`);
  }
}

/** Whether an expression can use a value. */
export const isValue = (value: unknown): value is Value =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';

/** What a run gives the study, by the names of its columns. */
export interface Outcome {
  readonly status: 'done' | 'failed' | 'preview';
  /** Why it failed; else empty. */
  readonly message: string;
  readonly figures: Readonly<Record<string, number | null>>;
  readonly feasible: boolean;
  /** Under which it was computed, of a run with a picture. */
  readonly conditions?: RunConditions | undefined;
  /** Of a run on a data set: its figures for draws of the pictures. */
  readonly sample?: {
    /** That were drawn from. */
    readonly images: number;
    readonly draws: Readonly<Record<string, readonly (number | null)[]>>;
  };
}

/** An outcome without figures. */
export const failed = (message: string): Outcome => ({
  status: 'failed',
  message,
  figures: {},
  feasible: false,
});

/** The names of a point: its variables, constants, and definitions that need no report. */
export interface Point {
  readonly names: ReadonlyMap<string, Value>;
  /** Values of derived fields, in their order. */
  readonly derived: readonly { readonly path: string; readonly value: Value }[];
}

/** No figure is known before a run. */
const noFigure = (): undefined => undefined;

/**
 * Evaluates what a point derives.
 *
 * @param values of the variables by their keys.
 * @returns the point, or the sentence which expression fails.
 */
export function pointOf(
  { document, definitions, derive }: CompiledStudy,
  values: Readonly<Record<string, unknown>>,
): Point | string {
  const names = new Map<string, Value>(Object.entries(document.constants));
  for (const variable of document.vary) {
    const value = values[variableKey(variable)];
    if (variable.name !== undefined && isValue(value)) names.set(variable.name, value);
  }
  const scope = { names, figure: noFigure };
  let place = '';
  try {
    for (const { name, place: at, expression, needsReport } of definitions) {
      place = at;
      if (!needsReport) names.set(name, checkedValue(expression.evaluate(scope)));
    }
    const derived = derive.map(({ path, place: at, expression }) => {
      place = at;
      return { path, value: checkedValue(expression.evaluate(scope)) };
    });
    return { names, derived };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `${place}: ${error.message}`;
  }
}

/** @throws ExpressionError where the value is not finite. */
function checkedValue(value: Value): Value {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw new ExpressionError(
    `it gives ${Number.isNaN(value) ? 'no number' : 'an infinite number'}.`,
  );
}

/**
 * The outcome of a run whose figures are known.
 *
 * @param figure the number of its report under a path; undefined where it has none.
 */
export function outcomeOf(
  study: CompiledStudy,
  { names: known }: Point,
  figure: (path: string) => number | undefined,
): Outcome {
  const { definitions, objectives, constraints, document } = study;
  const names = new Map(known);
  const scope = { names, figure };
  let place = '';
  const numberOf = (source: Source): number => {
    place = source.place;
    if (source.expression) return numberFrom(source.expression, scope);
    const value = figure(source.figure!);
    if (value === undefined)
      throw new ExpressionError(`this run has no ${figureParts(source.figure!).name}.`);
    return value;
  };
  try {
    for (const { name, place: at, expression, needsReport } of definitions) {
      place = at;
      if (needsReport) names.set(name, checkedValue(expression.evaluate(scope)));
    }
    const figures: Record<string, number | null> = {};
    for (const objective of objectives) figures[objective.name] = numberOf(objective);
    let feasible = true;
    for (const constraint of constraints) {
      const value = numberOf(constraint);
      figures[constraint.name] = value;
      if (excessOf(constraint, value) > 0) feasible = false;
    }
    for (const name of document.measure) figures[name] ??= figure(name) ?? null;
    return { status: 'done', message: '', figures, feasible };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return failed(`${place}: ${error.message}`);
  }
}

/** By how much a value breaks its limits; 0 where it keeps them. */
export const excessOf = ({ min, max }: Constraint, value: number): number =>
  Math.max(0, (min ?? -Infinity) - value, value - (max ?? Infinity));

/** An objective's value turned so that less is better. */
export function turned({ goal, value: wanted }: Objective, value: number): number {
  if (goal === 'target') return Math.abs(value - wanted!);
  return goal === 'maximise' ? -value : value;
}
