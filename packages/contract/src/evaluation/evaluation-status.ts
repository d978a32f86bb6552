import { z } from 'zod';
import { QUEUED_SHAPE, RESULTS_THERE, stateShape } from '../sweep/sweep-status.ts';

/** An evaluation on the server, as its calls tell it. */
export const evaluationStatusSchema = z.object({
  ...stateShape(RESULTS_THERE),
  images: z.number().describe('Number of pictures; 0 until it has begun.'),
  done: z.number().describe('Pictures that have ended, with all cameras.'),
  ...QUEUED_SHAPE,
});
export type EvaluationStatus = z.infer<typeof evaluationStatusSchema>;

export const evaluationsAnswerSchema = z.object({ evaluations: z.array(evaluationStatusSchema) });
export const newEvaluationAnswerSchema = z.object({ id: z.string() });
