import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  drawLens,
  lensDesign,
  readTolerances,
  tolerancesOf,
  type ToleranceResult,
  type ToleranceStudy,
} from '@lumenloom/engine';
import { VERSION } from '@lumenloom/engine/quick';
import { nodeHost, writeFile } from '@lumenloom/node-host';
import { domainOf } from '@lumenloom/plot';
import { JSON_OUTPUT, jobsOption } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';
import { plotDocument } from '../lens-plots.ts';
import { jsonText } from '../print.ts';
import { JOBS } from './optimise.ts';
import { LENS_DOCUMENT_HELP, readLensDocument } from './read-lens-document.ts';

/** `lumenloom lens tolerance`: what a lens comes to within its tolerances. */
export const tolerance = command(
  {
    usage: ['<document.json> [options]'],
    says: `Prints what each tolerance of a lens does, the tolerances that a limit of the merit allows, and the merit of lenses drawn within them. ${LENS_DOCUMENT_HELP}`,
    words: { min: 1, max: 1, are: '<document.json>' },
    options: {
      out: { value: 'DIR', output: 'folder', says: 'Writes results.json and report.html there.' },
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
      await writeFile(join(values.out, 'report.html'), await tolerancePage(study, result));
    }
    terminal.stdout.write(
      values.json ? jsonText(result) : `${linesOf(toldOf(study, result)).join('\n')}\n`,
    );
  },
);

/** The result for people: sentences and tables. */
interface Told {
  readonly facts: readonly string[];
  readonly tables: readonly Table[];
  /** Lines about the lenses that were drawn by chance. */
  readonly drawn: readonly string[];
}
interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A merit as people read it, with its unit. */
const meritText = ({ merit }: ToleranceStudy) => {
  const isSpot = merit === 'spot';
  return {
    unit: isSpot ? 'µm' : 'waves',
    scaled: (value: number): number => value * (isSpot ? 1e3 : 1),
    text: (value: number | null): string =>
      value === null ? 'no ray' : (value * (isSpot ? 1e3 : 1)).toFixed(isSpot ? 3 : 4),
  };
};

function toldOf(study: ToleranceStudy, result: ToleranceResult): Told {
  const { unit, text } = meritText(study);
  const { nominal, sensitivities, meanSquarePrediction, inverse, monteCarlo } = result;
  const percent = (share: number): string => (100 * share).toFixed(1);
  return {
    facts: [
      `Merit without errors: ${text(nominal)} ${unit}; expected within all tolerances: ${text(meanSquarePrediction)} ${unit}.`,
    ],
    tables: [
      {
        title: 'What each tolerance does',
        headings: ['number', 'change', `merit ${unit}`, 'compensated', 'compensators'],
        rows: sensitivities.map(({ path, change, value, compensated, compensator }) => [
          path,
          String(change),
          text(value),
          text(compensated),
          Object.values(compensator)
            .map((shift) => shift.toFixed(5))
            .join(' '),
        ]),
      },
      ...(inverse
        ? [
            {
              title: `Changes that bring the compensated merit to ${text(study.inverseLimit!)} ${unit}`,
              headings: ['number', '±'],
              rows: inverse.map(({ path, plusMinus }) => [
                path,
                plusMinus === null ? 'none' : plusMinus.toPrecision(5),
              ]),
            },
          ]
        : []),
    ],
    drawn: monteCarlo
      ? [
          `${monteCarlo.samples} lenses: mean ${text(monteCarlo.mean)} ${unit}, standard deviation ${text(monteCarlo.standardDeviation)}; ${Object.entries(
            monteCarlo.quantiles,
          )
            .map(([share, value]) => `${Number(share) * 100} % below ${text(value)}`)
            .join(', ')}.`,
          ...(monteCarlo.yield
            ? [
                `Yield at ${text(monteCarlo.yield.limit)} ${unit}: ${percent(monteCarlo.yield.share)} % (${percent(monteCarlo.yield.low)} to ${percent(monteCarlo.yield.high)} %, 95 % interval).`,
              ]
            : []),
        ]
      : [],
  };
}

/** The result on a terminal; the first table needs no title. */
const linesOf = ({ facts, tables, drawn }: Told): readonly string[] => [
  ...facts,
  ...tables.flatMap(({ title, headings, rows }, at) => [
    '',
    ...(at > 0 ? [`${title}:`] : []),
    ...columns([headings, ...rows]),
  ]),
  ...(drawn.length > 0 ? ['', ...drawn] : []),
];

/** report.html: the sentences, the lens, the merits of the lenses drawn, and the tables. */
async function tolerancePage(study: ToleranceStudy, result: ToleranceResult): Promise<string> {
  // React for Node is loaded where a page is written.
  const { lensStudyPageText } = await import('@lumenloom/report/page-text');
  const { facts, tables, drawn } = toldOf(study, result);
  const { unit, scaled } = meritText(study);
  const merits = (result.monteCarlo?.values ?? [])
    .filter((value) => value !== null)
    .map(scaled)
    .toSorted((a, b) => a - b);
  return lensStudyPageText({
    name: study.lens.name,
    madeBy: `Lumenloom ${VERSION}, Node ${process.version}`,
    facts: [],
    notes: [...facts, ...drawn],
    drawn: 'The lens, and what is made of it',
    drawings: [
      {
        title: 'Layout',
        svg: drawLens(lensDesign(study.lens), study.reference, study.fields.map(Math.abs)),
        caption: 'Without errors.',
      },
      ...(merits.length > 1
        ? [
            {
              title: 'Merits of the lenses drawn',
              svg: plotDocument(
                `Share of the lenses below a merit, ${unit}`,
                { title: `merit, ${unit}`, domain: domainOf(merits) },
                { title: 'share', domain: [0, 1] },
                [
                  {
                    colour: '#1f5fbf',
                    points: merits.map((merit, at) => [merit, (at + 1) / merits.length] as const),
                  },
                ],
              ),
            },
          ]
        : []),
    ],
    tables,
  });
}
