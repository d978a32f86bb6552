import type { SimulationReport } from '@lumenloom/engine';
import { z } from 'zod';
import { figureOf } from './simulation/report-schema.ts';

const text = z.string().min(1);

/**
 * A recipe to begin with, and what it shows: a file of examples/.
 *
 * `figure` is a sentence in which `{name:digits}` stands for a figure of the report of its run.
 * `next` are steps from there; the first one whose feature this build has is offered.
 */
export const exampleSchema = z.strictObject({
  name: text,
  question: text,
  recipe: z.record(z.string(), z.unknown()),
  figure: text,
  next: z
    .array(
      z.strictObject({
        /** The switch of the workbench that the step needs. */
        feature: text,
        says: text,
        /** What it opens: a tab or a workspace. */
        opens: text,
        /** The field of the recipe that the new sweep varies, or the analysis of the workspace. */
        field: text.optional(),
      }),
    )
    .min(1),
});

export type Example = z.infer<typeof exampleSchema>;

/** `{name:digits}` in the sentence of an example. */
const FIGURE = /\{([\w.]+):(\d)\}/g;

/** Names of the figures in the sentence of an example. */
export const figureNames = ({ figure }: Pick<Example, 'figure'>): readonly string[] =>
  [...figure.matchAll(FIGURE)].map(([, name]) => name!);

/**
 * The sentence of an example with the figures of its run; undefined where a figure is not in the
 * report.
 */
export function exampleFigure(
  { figure }: Pick<Example, 'figure'>,
  report: SimulationReport,
): string | undefined {
  const values = figureNames({ figure }).map((name) => figureOf(report, name));
  if (values.includes(undefined)) return undefined;
  const left = [...(values as readonly number[])];
  return figure.replace(FIGURE, (_, _name, digits: string) =>
    left.shift()!.toFixed(Number(digits)).replace('-', '−'),
  );
}
