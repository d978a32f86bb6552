import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  readTolerances,
  tolerancesOf,
  type ToleranceResult,
  type ToleranceStudy,
} from '@lumenloom/engine';
import { VERSION } from '@lumenloom/engine/quick';
import { nodeHost } from '@lumenloom/node-host';
import { JSON_OUTPUT } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { JOBS, jobsOption } from './optimise.ts';
import { LENS_DOCUMENT_HELP, readLensDocument } from './read-lens-document.ts';

/** `lumenloom lens tolerance`: what a lens comes to within its tolerances. */
export const tolerance = command(
  {
    usage: ['<document.json> [options]'],
    says: `Prints what each tolerance of a lens does, the tolerances that a limit of the merit allows, and the merit of lenses drawn within them. ${LENS_DOCUMENT_HELP}`,
    words: { min: 1, max: 1, are: '<document.json>' },
    options: {
      out: { value: 'DIR', output: 'folder', says: 'Writes results.json there.' },
      jobs: JOBS,
      json: JSON_OUTPUT,
    },
    examples: [
      'lens tolerance example:lens-tolerances',
      'lens tolerance tolerances.json --out tolerances --json',
    ],
    document: 'docs/lens-design.md#tolerances',
  },
  async ({ values, words }, terminal) => {
    const jobs = jobsOption(values.jobs);
    const { written, content, catalogue } = await readLensDocument(words[0]!, terminal);
    const study = readTolerances(content, catalogue);
    const result = await tolerancesOf(study, nodeHost(jobs), {
      stopped: () => terminal.signal.aborted,
    });
    if (values.out !== undefined) {
      await mkdir(values.out, { recursive: true });
      const about = { version: VERSION, node: process.version, document: written };
      await writeFile(join(values.out, 'results.json'), jsonText({ ...about, ...result }));
    }
    terminal.stdout.write(
      values.json ? jsonText(result) : `${tablesOf(study, result).join('\n')}\n`,
    );
  },
);

/** The result for people. */
function tablesOf(study: ToleranceStudy, result: ToleranceResult): readonly string[] {
  const isSpot = study.merit === 'spot';
  const unit = isSpot ? 'µm' : 'waves';
  const merit = (value: number | null): string =>
    value === null ? 'no ray' : (value * (isSpot ? 1e3 : 1)).toFixed(isSpot ? 3 : 4);
  const { nominal, sensitivities, meanSquarePrediction, inverse, monteCarlo } = result;
  return [
    `Merit without errors: ${merit(nominal)} ${unit}; expected within all tolerances: ${merit(meanSquarePrediction)} ${unit}.`,
    '',
    ...columns([
      ['number', 'change', `merit ${unit}`, 'compensated', 'compensators'],
      ...sensitivities.map(({ path, change, value, compensated, compensator }) => [
        path,
        String(change),
        merit(value),
        merit(compensated),
        Object.values(compensator)
          .map((shift) => shift.toFixed(5))
          .join(' '),
      ]),
    ]),
    ...(inverse
      ? [
          '',
          `Changes that bring the compensated merit to ${merit(study.inverseLimit!)} ${unit}:`,
          ...columns([
            ['number', '±'],
            ...inverse.map(({ path, plusMinus }) => [
              path,
              plusMinus === null ? 'none' : plusMinus.toPrecision(5),
            ]),
          ]),
        ]
      : []),
    ...(monteCarlo
      ? [
          '',
          `${monteCarlo.samples} lenses: mean ${merit(monteCarlo.mean)} ${unit}, standard deviation ${merit(monteCarlo.standardDeviation)}; ${Object.entries(
            monteCarlo.quantiles,
          )
            .map(([share, value]) => `${Number(share) * 100} % below ${merit(value)}`)
            .join(', ')}.`,
          ...(monteCarlo.yield
            ? [
                `Yield at ${merit(monteCarlo.yield.limit)} ${unit}: ${(100 * monteCarlo.yield.share).toFixed(1)} % (${(100 * monteCarlo.yield.low).toFixed(1)} to ${(100 * monteCarlo.yield.high).toFixed(1)} %, 95 % interval).`,
              ]
            : []),
        ]
      : []),
  ];
}
