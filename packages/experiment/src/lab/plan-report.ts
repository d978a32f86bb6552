import {
  LAB_SEEDS,
  REPORT_RECIPES,
  messages,
  type Decoded,
  type OwnParts,
  type Problem,
  type ReportDocument,
} from '@lumenloom/contract';
import { planOfRecipe } from '../plan/plan-recipe.ts';
import type { LabSettings, ReportCamera } from './lab-report.ts';

/** A recipe that names no files, with what those hold that it named. */
export interface OwnCamera {
  readonly body: unknown;
  readonly own: OwnParts;
}

/** What is measured, and how. */
export interface PlannedReport {
  readonly cameras: readonly Omit<ReportCamera, 'host'>[];
  readonly settings: LabSettings;
}

/** Plans the cameras of a document. @param own of its recipes, in their order. */
export function planReport(
  document: ReportDocument,
  own: readonly OwnCamera[],
): Decoded<PlannedReport> {
  const { name, profile, draft: isDraft, seeds, seed, date } = document;
  const cameras: Omit<ReportCamera, 'host'>[] = [];
  const problems: Problem[] = [];
  for (const [at, camera] of own.entries()) {
    const key = REPORT_RECIPES[at]!;
    const planned = sensedPlan(camera);
    if (planned.ok)
      cameras.push({
        name: at === 0 ? name : `${name} (${at + 1})`,
        recipe: document[key]!,
        plan: planned.value,
      });
    else
      problems.push(
        ...planned.problems.map(({ field, message }) => ({
          field: field === '' ? key : `${key}.${field}`,
          message,
        })),
      );
  }
  if (problems.length > 0) return { ok: false, problems };
  const settings = {
    ...{ profile, isDraft, seeds: isDraft ? 1 : (seeds ?? LAB_SEEDS.usual) },
    ...{ seed: seed ?? cameras[0]!.plan.seeds.temporal, date: date ?? null },
  };
  return { ok: true, value: { cameras, settings } };
}

/** The plan without a network, which sees the picture and changes nothing that is measured. */
function sensedPlan({ body, own }: OwnCamera): Decoded<ReportCamera['plan']> {
  const { algorithm: _, ...camera } = body as Readonly<Record<string, unknown>>;
  const { algorithm: __, ...parts } = own;
  const planned = planOfRecipe(camera, parts);
  if (!planned.ok) return planned;
  const { sensor } = planned.value;
  return sensor
    ? { ok: true, value: { ...planned.value, sensor } }
    : { ok: false, problems: [{ field: 'sensor', message: messages.reportWithoutSensor }] };
}
