import { z } from 'zod';
import { STUDY_GOALS } from './study-goals.ts';
import { runConditionsSchema } from '../sweep/run-conditions.ts';
import { QUEUED_SHAPE, RESULTS_THERE, stateShape } from '../sweep/sweep-status.ts';

/** A study on the server, as its calls tell it. */
export const studyStatusSchema = z.object({
  ...stateShape(RESULTS_THERE),
  goal: z.enum(STUDY_GOALS).optional().describe('Absent: a search for the best values.'),
  runs: z.number().describe('Runs of its budget.'),
  done: z.number().describe('Runs that have ended.'),
  ...QUEUED_SHAPE,
});
export type StudyStatus = z.infer<typeof studyStatusSchema>;

export const studiesAnswerSchema = z.object({ studies: z.array(studyStatusSchema) });
export const newStudyAnswerSchema = z.object({ id: z.string(), runs: z.number() });

/** A line of /api/studies/:id/results, as in results.json. */
export const studyRunSchema = z.object({
  run: z.number(),
  seed: z.number(),
  values: z.record(z.string(), z.unknown()).describe('By the names of the variables, else paths.'),
  figures: z.record(z.string(), z.number().nullable()).describe('By the names of the columns.'),
  feasible: z.boolean().describe('Whether it keeps all constraints.'),
  status: z.enum(['done', 'failed', 'preview']),
  message: z.string().describe('Why it failed; else empty.'),
  conditions: runConditionsSchema.optional().describe('Of a run that gave figures.'),
});
export type StudyRun = z.infer<typeof studyRunSchema>;
