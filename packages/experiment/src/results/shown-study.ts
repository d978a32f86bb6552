import {
  algorithmOf,
  figureParts,
  isWeighted,
  limitInWords,
  sourceName,
  variableKey,
  type StudyDocument,
} from '@lumenloom/contract';
import { WEIGHTED_SUM } from '../decide/findings.ts';
import { compileStudy, pointOf } from '../propose/compile.ts';
import { figureLabels, labelOfPath } from '../document/path-labels.ts';

/** What the document of a study says to its report: names, labels, goals, limits and formulas. */
export function describeStudy(document: StudyDocument) {
  const { objectives, constraints, constants, definitions, derive } = document;
  return {
    name: document.name,
    algorithm: algorithmOf(document),
    labels: variableLabels(document),
    objectives: isWeighted(document)
      ? [{ name: WEIGHTED_SUM, goal: 'minimise' as const }]
      : objectives.map((one, at) => ({
          name: sourceName('objective', one, at),
          goal: one.goal,
          value: one.value,
        })),
    constraints: constraints.map((one, at) => ({
      name: sourceName('constraint', one, at),
      rule: ruleOf(one, at),
      min: one.min,
      max: one.max,
    })),
    measure: figureColumns(document),
    figureLabels: figureLabels(figureColumns(document)),
    formulas: [
      ...Object.entries(constants).map(([name, value]) => [name, String(value)] as const),
      ...Object.entries(definitions),
      ...derive.map(({ path, expression }) => [labelOfPath(path), expression] as const),
      ...objectives.flatMap((one, at) =>
        one.expression === undefined
          ? []
          : [[sourceName('objective', one, at), one.expression] as const],
      ),
    ],
  };
}

/** What the variables of a study are called, by their keys. */
export const variableLabels = ({
  vary,
}: Pick<StudyDocument, 'vary'>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    vary.map((variable) => [variableKey(variable), variable.name ?? labelOfPath(variable.path!)]),
  );

/** A constraint as a rule: 'noise at most 24.6 dB'. */
function ruleOf(constraint: StudyDocument['constraints'][number], at: number): string {
  const { figure } = constraint;
  const { name } = figureParts(sourceName('constraint', constraint, at));
  const unit = figure === undefined ? '' : figureParts(figure).unit;
  return limitInWords({ name, unit }, constraint);
}

/** Columns of the figures of a study. */
export function figureColumns(document: StudyDocument): readonly string[] {
  const { objectives, constraints, measure } = document;
  return [
    ...new Set([
      ...objectives.map((one, at) => sourceName('objective', one, at)),
      ...(isWeighted(document) ? [WEIGHTED_SUM] : []),
      ...constraints.map((one, at) => sourceName('constraint', one, at)),
      ...measure,
    ]),
  ];
}

/**
 * The fields that a run sets, by their paths: those that vary and those that are derived.
 *
 * @param values of the variables by their keys.
 */
export function fieldsOfRun(
  document: StudyDocument,
  values: Readonly<Record<string, unknown>>,
): readonly (readonly [path: string, value: unknown])[] {
  const study = compileStudy(document);
  const point = study.ok ? pointOf(study.value, values) : '';
  return [
    ...document.vary.flatMap((variable) =>
      variable.path === undefined ? [] : [[variable.path, values[variableKey(variable)]] as const],
    ),
    ...(typeof point === 'string'
      ? []
      : point.derived.map(({ path, value }) => [path, value] as const)),
  ];
}
