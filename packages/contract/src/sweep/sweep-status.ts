import { z } from 'zod';
import { runConditionsSchema } from './run-conditions.ts';

/** The states of a sweep on the server. */
export const SWEEP_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** What a status of an experiment says of its state. @param done what that state means. */
export const stateShape = (done: string) => ({
  id: z.string(),
  name: z.string(),
  state: z.enum(SWEEP_STATES).describe(done),
  message: z
    .string()
    .describe(
      'Why it failed; while it runs or waits, why it does not go on (no worker is running, the disk of the server is full); else empty.',
    ),
});
export const TIMES_SHAPE = {
  createdAt: z.string().describe('ISO 8601.'),
  endedAt: z.string().nullable().describe('ISO 8601; null while it is not ended.'),
};
/** Places in the queue of studies and evaluations, and their times. */
export const QUEUED_SHAPE = {
  ahead: z
    .number()
    .optional()
    .describe(
      'While it waits: how many have their turn before it, older ones of yours and one of each other account.',
    ),
  ...TIMES_SHAPE,
};
export const RESULTS_THERE = 'done: its results are there.';

/** A sweep on the server, as its calls tell it. */
export const sweepStatusSchema = z.object({
  ...stateShape('done: every run has ended; failed: none gave figures, or it could not go on.'),
  version: z
    .string()
    .describe(
      'Version of the engine that began it; others go on with it only where they give the same bits.',
    ),
  node: z.string().describe('Version of Node that began it.'),
  device: z.string().optional().describe('The GPU that computes it; absent: the processor.'),
  runs: z.number().describe('Number of runs.'),
  done: z.number().describe('Runs that gave figures.'),
  failed: z.number().describe('Runs that failed.'),
  ...TIMES_SHAPE,
});
export type SweepStatus = z.infer<typeof sweepStatusSchema>;

export const sweepsAnswerSchema = z.object({ sweeps: z.array(sweepStatusSchema) });
export const newSweepAnswerSchema = z.object({ id: z.string(), runs: z.number() });

/** A line of /api/sweeps/:id/results, as in results.json. */
export const sweepOutcomeSchema = z.object({
  run: z.number(),
  seed: z.number(),
  values: z.record(z.string(), z.unknown()).describe('By path.'),
  figures: z
    .record(z.string(), z.number().nullable())
    .describe('By name; null: not in this report.'),
  status: z.enum(['done', 'failed']),
  message: z.string().describe('Why it failed; else empty.'),
  conditions: runConditionsSchema.optional().describe('Of a run that gave figures.'),
});
export type SweepOutcome = z.infer<typeof sweepOutcomeSchema>;
