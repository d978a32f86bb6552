/** The script of report.html, which the build bundles into dist/report/page.js. */
import { ReportPage, type ReportData } from './browser.ts';

const data = JSON.parse(document.querySelector('#data')!.textContent) as ReportData;
const page = new ReportPage(data);
document.querySelector('#report')!.append(page.head(), ...page.parts());
