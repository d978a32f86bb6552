import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabReport } from '@lumenloom/contract';
import { jsonText, replaceFile } from '../folder/journal.ts';
import { labCsv } from './lab-csv.ts';
import type { ReadPart, ReportPart } from './lab-report.ts';

/** The files of a report, by their names. */
export async function reportFiles(
  lab: LabReport,
): Promise<Readonly<Record<string, string | Uint8Array>>> {
  // React for Node and what writes PDF are loaded where a page is written.
  const { labPageText } = await import('@lumenloom/report/page-text');
  const { labPdf } = await import('@lumenloom/report/pdf');
  return {
    'lab.json': jsonText(lab, 2),
    'lab.csv': labCsv(lab),
    'report.html': labPageText(lab),
    'report.pdf': await labPdf(lab),
  };
}

/** The folder of a report that is made in turns: a file of each part until all are read. */
export interface ReportFolder {
  /** What an earlier turn has read. */
  readonly before: (part: ReportPart) => Promise<ReadPart | undefined>;
  readonly keep: (part: ReportPart, read: ReadPart) => Promise<void>;
  /** Writes the report in place of its parts. */
  readonly finish: (lab: LabReport) => Promise<void>;
}

/** Opens the folder, which is made where it is missing. */
export async function openReportFolder(folder: string): Promise<ReportFolder> {
  const parts = join(folder, 'parts');
  await mkdir(parts, { recursive: true });
  const fileOf = ({ camera, section }: ReportPart): string =>
    join(parts, `${camera}-${section}.json`);
  return {
    before: async (part) => {
      const text = await readFile(fileOf(part), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as ReadPart);
    },
    keep: (part, read) => replaceFile(fileOf(part), jsonText(read)),
    finish: async (lab) => {
      for (const [name, content] of Object.entries(await reportFiles(lab)))
        await replaceFile(join(folder, name), content);
      await rm(parts, { recursive: true });
    },
  };
}
