import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { optimiseLens, readLensStudy, type LensSearch } from '@lumenloom/engine';
import { VERSION } from '@lumenloom/engine/quick';
import { nodeHost, writeFile } from '@lumenloom/node-host';
import { numberOption } from '@lumenloom/node-host/command-line';
import { searchLens, type WideSearch } from '@lumenloom/experiment';
import { JSON_OUTPUT, jobsOf, jobsOption } from '../../arguments.ts';
import { command, STATUS } from '../command.ts';
import { jsonText, print, type Row } from '../print.ts';
import { studyPage } from './lens-study-page.ts';
import { rowsOf } from './merit.ts';
import { LENS_DOCUMENT_HELP, readLensDocument } from './read-lens-document.ts';

const MOST_ITERATIONS = 100_000;

/** Threads of the searches. */
export const JOBS = jobsOf('Threads that compute');

/** `lumenloom lens optimise`: searches the lens of a study. */
export const optimise = command(
  {
    usage: ['<study.json> [options]'],
    says: `Searches the best lens of a study by damped least squares, after many starts, cma-es or de where the study asks for them, and writes results.json, best-lens.json and report.html; files of an earlier study are replaced. Ctrl+C ends it with the best lens so far. ${LENS_DOCUMENT_HELP}`,
    words: { min: 1, max: 1, are: '<study.json>' },
    options: {
      out: { value: 'DIR', default: 'lens-study', output: 'folder', says: 'Where the files go.' },
      jobs: JOBS,
      iterations: {
        value: 'N',
        default: '300',
        says: 'Most steps of each search; a search ends before that in a minimum.',
      },
      json: JSON_OUTPUT,
    },
    examples: [
      'lens optimise example:lens-study --out best',
      'lens optimise study.json --iterations 20',
    ],
    document: 'docs/lens-design.md',
  },
  async ({ values, words }, terminal) => {
    const jobs = jobsOption(values.jobs);
    const iterations = numberOption('iterations', values.iterations, {
      whole: true,
      min: 1,
      max: MOST_ITERATIONS,
    });
    const { written, content, catalogue } = await readLensDocument(words[0]!, terminal);
    const study = readLensStudy(content, catalogue);
    const host = nodeHost(jobs);
    const stopped = (): boolean => terminal.signal.aborted;
    const wide = await searchLens(study, stopped);
    const search = await optimiseLens(study, iterations, host, {
      stopped,
      ...(wide && { begin: wide.begin }),
    });
    const { bestLens, ...found } = search;
    const { begin, ...tried } = wide ?? {};
    const results = { ...found, ...(wide && { search: tried }) };
    const { out } = values;
    await mkdir(out, { recursive: true });
    const about = { version: VERSION, node: process.version, document: written };
    await writeFile(join(out, 'results.json'), jsonText({ ...about, ...results }));
    await writeFile(join(out, 'best-lens.json'), jsonText(bestLens));
    await writeFile(join(out, 'report.html'), await studyPage(study, search, wide));
    print(terminal.stdout, values.json, results, [
      ...rowsOf(search.best, study.merit, study.fields),
      ['Merit at the start', search.start.merit],
      ['Stopped', search.stopped],
      ...searchRows(search, wide),
      ['Files', out],
    ]);
    return stopped() ? STATUS.interrupted : 0;
  },
);

const searchRows = (
  { opened, exchanges }: LensSearch,
  wide: WideSearch | undefined,
): readonly Row[] => [
  ...(wide
    ? ([
        ['Lenses tried', wide.runs],
        ['Merit before the least squares', wide.merit],
      ] satisfies Row[])
    : []),
  ...(opened === undefined ? [] : [['Starts that could be opened', opened] as const]),
  ...(exchanges ? [['Choices of glasses', exchanges.length] as const] : []),
];
