import { z } from 'zod';
import { QUEUED_SHAPE, RESULTS_THERE, stateShape } from '../sweep/sweep-status.ts';

/** A report of a lab on the server, as its calls tell it. */
export const reportStatusSchema = z.object({
  ...stateShape(RESULTS_THERE),
  runs: z.number().describe('Frames of charts that it takes.'),
  done: z.number().describe('Frames of the sections that have ended.'),
  ...QUEUED_SHAPE,
});
export type ReportStatus = z.infer<typeof reportStatusSchema>;

export const reportsAnswerSchema = z.object({ reports: z.array(reportStatusSchema) });
export const newReportAnswerSchema = z.object({ id: z.string(), runs: z.number() });
