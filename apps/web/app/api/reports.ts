import {
  readReportDocument,
  reportStatusSchema,
  reportsAnswerSchema,
  type ReportDocument,
  type ReportStatus,
} from '@lumenloom/contract';
import { experimentCalls } from './experiments.ts';

export const calls = experimentCalls<ReportStatus, ReportDocument, never>({
  route: '/reports',
  readList: (answer) => reportsAnswerSchema.parse(answer).reports,
  readStatus: (answer) => reportStatusSchema.parse(answer),
  readDocument: readReportDocument,
  readRun: undefined,
});
