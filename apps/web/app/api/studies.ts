import {
  readStudyDocument,
  studiesAnswerSchema,
  studyRunSchema,
  studyStatusSchema,
} from '@lumenloom/contract';
import { experimentCalls } from './experiments.ts';

export const calls = experimentCalls({
  route: '/studies',
  readList: (answer) => studiesAnswerSchema.parse(answer).studies.filter((one) => !one.goal),
  readStatus: (answer) => studyStatusSchema.parse(answer),
  readDocument: readStudyDocument,
  readRun: (line) => studyRunSchema.parse(line),
});
