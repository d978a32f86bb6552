import {
  evaluationStatusSchema,
  evaluationsAnswerSchema,
  readEvaluationDocument,
  type EvaluationDocument,
  type EvaluationStatus,
} from '@lumenloom/contract';
import { experimentCalls } from './experiments.ts';

export const calls = experimentCalls<EvaluationStatus, EvaluationDocument, never>({
  route: '/evaluations',
  readList: (answer) => evaluationsAnswerSchema.parse(answer).evaluations,
  readStatus: (answer) => evaluationStatusSchema.parse(answer),
  readDocument: readEvaluationDocument,
  readRun: undefined,
});
