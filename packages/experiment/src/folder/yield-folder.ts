import { join } from 'node:path';
import type { OwnParts } from '@lumenloom/contract';
import type { DeviceFacts } from '@lumenloom/engine';
import type { PlannedYield } from '../yield/plan-yield.ts';
import type { PicturedScore, YieldFindings, YieldValue } from '../yield/run-yield.ts';
import { yieldPage } from '../yield/yield-page.ts';
import { yieldResults, type YieldResults } from '../yield/yield-results.ts';
import {
  jsonText,
  openJournal,
  ownPrograms,
  programsInWords,
  replaceFile,
  type Resume,
} from './journal.ts';
import { textOf } from './lines.ts';

/** A camera that ended, and why it has no score. */
export interface YieldLine extends YieldValue {
  readonly message: string;
  /** Of the nominal camera, where its score depends on the pictures of a data set. */
  readonly pictured?: PicturedScore;
}

/** A folder of the cameras of a yield. */
export interface YieldFolder {
  /** Cameras that earlier runs of the program have left. */
  readonly before: readonly YieldLine[];
  readonly add: (line: YieldLine) => Promise<void>;
  /** The score of a camera by its number; undefined where it was not run. */
  readonly valueOf: (run: number) => number | null | undefined;
  readonly picturedOf: (run: number) => PicturedScore | undefined;
  /** Writes the cameras in their order, and all else. @returns the names of the other files. */
  readonly finish: (
    findings: YieldFindings,
  ) => Promise<{ readonly results: YieldResults; readonly files: readonly string[] }>;
}

/**
 * Opens a folder for the cameras of a yield.
 *
 * @param content of the document, which the folder keeps.
 * @throws SimulationError as `openJournal`.
 */
export async function openYield(
  folder: string,
  { planned, content }: { readonly planned: PlannedYield; readonly content: unknown },
  resume: Resume,
  { optics }: Pick<OwnParts, 'optics'>,
  device: DeviceFacts | undefined,
): Promise<YieldFolder> {
  const { name } = planned.document;
  const document = { name, content };
  const programs = ownPrograms(device);
  const header = { ...programs, document, ...(optics && { lens: optics }) };
  const { before, add } = await openJournal<YieldLine, typeof document>(
    folder,
    'yield',
    header,
    resume,
  );
  const lines = new Map(before.map((line) => [line.run, line]));
  return {
    before,
    add: async (line) => {
      lines.set(line.run, line);
      await add(line);
    },
    valueOf: (run) => lines.get(run)?.value,
    picturedOf: (run) => lines.get(run)?.pictured,
    finish: async (findings) => {
      const results = yieldResults(planned, findings);
      const files = new Map<string, unknown>([['results.json', results]]);
      const [first] = findings.worst;
      if (planned.camera && first) {
        const { recipe, lens } = planned.camera.recipeOf(first);
        files.set('worst-recipe.json', recipe);
        if (lens) files.set('worst-lens.json', lens);
      }
      const ordered = [...lines.values()].toSorted((one, other) => one.run - other.run);
      await replaceFile(join(folder, 'runs.ndjson'), textOf(ordered));
      const { yieldPageText } = await import('@lumenloom/report/page-text');
      const percents = new Set(
        planned.document.spread.flatMap((one) => (one.percent === undefined ? [] : one.name)),
      );
      const page = yieldPage(results, (one) => percents.has(one), programsInWords(programs));
      await replaceFile(join(folder, 'report.html'), yieldPageText(page));
      for (const [file, value] of [...files].toReversed())
        await replaceFile(join(folder, file), jsonText(value));
      return { results, files: [...files.keys(), 'report.html'] };
    },
  };
}
