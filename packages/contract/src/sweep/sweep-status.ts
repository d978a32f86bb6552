import { z } from 'zod';

/** The states of a sweep on the server. */
export const SWEEP_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

/** A sweep on the server, as its calls tell it. */
export const sweepStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z
    .enum(SWEEP_STATES)
    .describe('done: every run has ended; failed: none gave figures, or it could not go on.'),
  message: z
    .string()
    .describe(
      'Why it failed; while it runs or waits, why it does not go on (no worker is running, the disk of the server is full); else empty.',
    ),
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
  createdAt: z.string().describe('ISO 8601.'),
  endedAt: z.string().nullable().describe('ISO 8601; null while it is not ended.'),
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
});
export type SweepOutcome = z.infer<typeof sweepOutcomeSchema>;
