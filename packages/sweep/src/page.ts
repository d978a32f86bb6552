/** The entry for a page: what draws the results of a sweep, writes them and estimates its time. Nothing here needs Node. */
export { csvOf } from './csv.ts';
export { estimateSeconds } from './estimate.ts';
export { ReportPage, shown, type ReportData } from './report/browser.ts';
