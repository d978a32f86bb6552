import { z } from 'zod';
import { SWEEP_STATES } from '../sweep/sweep-status.ts';

/** A study on the server, as its calls tell it. */
export const studyStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(SWEEP_STATES).describe('done: its results are there.'),
  message: z
    .string()
    .describe(
      'Why it failed; while it runs or waits, why it does not go on (no worker is running, the disk of the server is full); else empty.',
    ),
  runs: z.number().describe('Runs of its budget.'),
  done: z.number().describe('Runs that have ended.'),
  ahead: z
    .number()
    .optional()
    .describe(
      'While it waits: how many have their turn before it, older ones of yours and one of each other account.',
    ),
  createdAt: z.string().describe('ISO 8601.'),
  endedAt: z.string().nullable().describe('ISO 8601; null while it is not ended.'),
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
});
export type StudyRun = z.infer<typeof studyRunSchema>;
