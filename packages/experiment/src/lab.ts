/** The entry for the report of a lab: its sections, profiles and uncertainty. */
export type { ChartFrames } from './lab/frames/chart-frames.ts';
export { framesReport, requestsOf, type RealCamera } from './lab/frames/frames-report.ts';
export {
  labReport,
  readPart,
  realReport,
  reportOf,
  reportPartsOf,
  type LabSettings,
  type LabWatch,
  type ReadPart,
  type ReportCamera,
  type ReportPart,
} from './lab/lab-report.ts';
export { planReport, type OwnCamera, type PlannedReport } from './lab/plan-report.ts';
export type { Reading } from './lab/reading.ts';
export { openReportFolder, reportFiles } from './lab/report-folder.ts';
