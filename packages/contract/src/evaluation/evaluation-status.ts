import { z } from 'zod';
import { SWEEP_STATES } from '../sweep/sweep-status.ts';

/** An evaluation on the server, as its calls tell it. */
export const evaluationStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(SWEEP_STATES).describe('done: its results are there.'),
  message: z
    .string()
    .describe(
      'Why it failed; while it runs or waits, why it does not go on (no worker is running, the disk of the server is full); else empty.',
    ),
  images: z.number().describe('Number of pictures; 0 until it has begun.'),
  done: z.number().describe('Pictures that have ended, with all cameras.'),
  ahead: z
    .number()
    .optional()
    .describe(
      'While it waits: how many have their turn before it, older ones of yours and one of each other account.',
    ),
  createdAt: z.string().describe('ISO 8601.'),
  endedAt: z.string().nullable().describe('ISO 8601; null while it is not ended.'),
});
export type EvaluationStatus = z.infer<typeof evaluationStatusSchema>;

export const evaluationsAnswerSchema = z.object({ evaluations: z.array(evaluationStatusSchema) });
export const newEvaluationAnswerSchema = z.object({ id: z.string() });
