import type { SimulationReport } from '@lumenloom/engine';
import { MEASUREMENTS, type MeasurementDescriptor } from '@lumenloom/engine/catalogue';
import { z } from 'zod';
import { isBlank } from './blank.ts';
import schemaOfType from './report.schema.json' with { type: 'json' };

/** The part of JSON Schema that tools/scripts/report-schema.mjs writes. */
interface JsonSchema {
  readonly type?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
}

/** The shape of report.json and of the `report` event; its numbers can be figures of a sweep. */
const reportSchema = schemaOfType as JsonSchema;

/** What in a report is not as its schema has it, with the place. */
export const reportProblems = (report: unknown): readonly string[] =>
  (
    z.fromJSONSchema(schemaOfType as z.core.JSONSchema.JSONSchema).safeParse(report).error
      ?.issues ?? []
  ).map(({ path, message }) => `${path.join('.')}: ${message}`);

/** How many entries a list has. */
const COUNT = 'length';

/**
 * The steps of a dotted name: `sensor.electronsAtWhite.1` and `sensor.electronsAtWhite[1]` are the
 * same.
 */
export const stepsOf = (name: string): string[] => name.replace(/\[(\d+)\]/g, '.$1').split('.');

/** The kinds of value that a schema allows. */
const kindsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? [schema];

/**
 * The members of a list that are found by their own name instead of an index:
 * `measurements.colour.mean`.
 */
const named = (
  items: JsonSchema,
): readonly { readonly name: string; readonly member: JsonSchema }[] =>
  kindsOf(items).flatMap((member) =>
    (member.properties?.['name']?.enum ?? []).map((name) => ({ name: String(name), member })),
  );

/** The schemas that a step can lead to. */
function below(schema: JsonSchema, step: string): readonly JsonSchema[] {
  const index = /^\d+$/.test(step) ? Number(step) : undefined;
  return kindsOf(schema).flatMap(
    ({ properties = {}, additionalProperties, items, prefixItems }) => {
      if (Object.hasOwn(properties, step)) return [properties[step]!];
      if (additionalProperties) return [additionalProperties];
      if (prefixItems) return prefixItems.filter((_, at) => at === index);
      if (!items) return [];
      if (index !== undefined) return [items];
      return step === COUNT
        ? [{ type: 'number' }]
        : named(items).flatMap(({ name, member }) => (name === step ? [member] : []));
    },
  );
}

/** Names of the numbers below a place of report.json. */
const figureNames = (schema: JsonSchema, path = ''): string[] =>
  kindsOf(schema).flatMap(({ type, properties = {}, items, prefixItems = [] }) => {
    const inside = (step: string, next: JsonSchema): string[] =>
      figureNames(next, path === '' ? step : `${path}.${step}`);
    if (type === 'number') return [path];
    return [
      ...[...Object.entries(properties), ...Object.entries(prefixItems)].flatMap(([step, next]) =>
        inside(step, next),
      ),
      ...(items
        ? [`${path}.${COUNT}`, ...named(items).flatMap(({ name, member }) => inside(name, member))]
        : []),
    ];
  });

/**
 * Every figure that a sweep can measure; of those inside lists whose length varies, the ones that
 * the measurements name.
 */
export const FIGURE_NAMES: readonly string[] = [
  ...new Set(figureNames(reportSchema)),
  ...(MEASUREMENTS as readonly MeasurementDescriptor[]).flatMap(({ name, listFigures = [] }) =>
    listFigures.map((figure) => `measurements.${name}.${figure}`),
  ),
];

/** Whether a dotted name leads to a number of report.json. */
export function isFigure(name: string): boolean {
  let at: readonly JsonSchema[] = [reportSchema];
  for (const step of stepsOf(name)) at = at.flatMap((schema) => below(schema, step));
  return at.flatMap(kindsOf).some(({ type }) => type === 'number');
}

/** The number of a report under a dotted name; undefined where this report has none. */
export function figureOf(report: SimulationReport, name: string): number | undefined {
  let at: unknown = report;
  for (const step of stepsOf(name)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at =
      Array.isArray(at) && !/^(\d+|length)$/.test(step)
        ? (at as readonly { readonly name?: string }[]).find((member) => member.name === step)
        : (at as Readonly<Record<string, unknown>>)[step];
  }
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined;
}

/** Whether a figure needs `labParams` in the recipe. */
function needsLab(figure: string): boolean {
  const [part, name] = stepsOf(figure);
  return (
    part === 'information' ||
    (part === 'measurements' &&
      (MEASUREMENTS as readonly MeasurementDescriptor[]).some(
        (one) => one.isOfLab && one.name === name,
      ))
  );
}

/** A recipe with what its figures need: `labParams` counts as {} where one of them is measured. */
export const recipeForFigures = <Recipe extends Readonly<Record<string, unknown>>>(
  recipe: Recipe,
  figures: readonly string[],
): Recipe =>
  isBlank(recipe['labParams']) && figures.some(needsLab) ? { ...recipe, labParams: {} } : recipe;
