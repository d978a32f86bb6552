import {
  readSweepDocument,
  sweepOutcomeSchema,
  sweepStatusSchema,
  sweepsAnswerSchema,
} from '@lumenloom/contract';
import { experimentCalls } from './experiments.ts';

export const calls = experimentCalls({
  route: '/sweeps',
  readList: (answer) => sweepsAnswerSchema.parse(answer).sweeps,
  readStatus: (answer) => sweepStatusSchema.parse(answer),
  readDocument: readSweepDocument,
  readRun: (line) => sweepOutcomeSchema.parse(line),
});
