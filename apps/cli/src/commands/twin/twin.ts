import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@lumenloom/engine';
import {
  USUAL_TWIN_SETTINGS,
  compareTwin,
  mapFiles,
  recipeDocument,
  seedsOf,
  withComparison,
  withMaps,
  type TwinDocument,
  type TwinFigure,
} from '@lumenloom/engine/twin';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError, numberOption, writeFile } from '@lumenloom/node-host/command-line';
import { twinPageText } from '@lumenloom/report/page-text';
import { JSON_OUTPUT, THREADS, choiceOption, seedOption, threadsOption } from '../../arguments.ts';
import { columns } from '../columns.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { libcameraOptions, readLibcameraOptions } from './libcamera-file.ts';
import { measureFolder } from './measure-folder.ts';

/** `lumenloom twin`: a camera from its frames. */
export const twin = command(
  {
    usage: ['FOLDER --out DIR [options]'],
    says: 'Measures a camera from raw frames of its own, listed in FOLDER/manifest.json or .yaml: darks and flats give the figures of its sensor, each with its 95 % interval; turned flats, grids of dots and edges its lens. What is assumed or not determined is said. DIR gets twin.json, sensor.json and lens.json, which every command takes, recipe.json, which photographs a chart with both, and report.html.',
    words: { min: 1, max: 1, are: 'a folder of frames' },
    options: {
      out: { value: 'DIR', output: 'folder', says: 'Where the twin is written.' },
      maps: {
        says: 'Writes prnu.npy, dsnu.npy, defects.npy and shading.npy of the pixels too; sensor.json names the first three, and a simulation has these pixels then.',
      },
      temperature: {
        value: 'CELSIUS',
        default: String(USUAL_TWIN_SETTINGS.celsius),
        says: 'Temperature of the sensor for which dark current is stated.',
      },
      compare: {
        value: 'on|off',
        default: 'on',
        says: 'Whether the twin takes the frames again, and figures of both are compared.',
      },
      draws: {
        value: 'N',
        default: String(USUAL_TWIN_SETTINGS.draws.count),
        says: 'Draws of the intervals that are drawn: those of the ISP.',
      },
      seed: {
        value: 'N',
        default: String(USUAL_TWIN_SETTINGS.draws.seed),
        says: 'Seed of these draws, and of the noise of the frames that the twin takes.',
      },
      threads: THREADS,
      ...libcameraOptions,
      json: JSON_OUTPUT,
    },
    examples: [
      'twin session --out twin --maps --json',
      'twin session --out twin --libcamera tuning.json --target pisp',
    ],
    document: 'docs/twins.md',
  },
  async ({ values, words }, { stdout }) => {
    const folder = words[0]!;
    const { out } = values;
    if (out === undefined) throw new UsageError('--out is missing: where the twin is written.');
    const celsius = numberOption('temperature', values.temperature, { min: -100, max: 150 });
    const isCompared = choiceOption('compare', values.compare, ['on', 'off'], 'on') === 'on';
    const seed = seedOption('seed', values.seed) ?? USUAL_TWIN_SETTINGS.draws.seed;
    const count = numberOption('draws', values.draws, { whole: true, min: 20, max: 100_000 });
    const tools = { host: nodeHost(threadsOption(values.threads)), seeds: seedsOf(seed) };
    const tuned = await readLibcameraOptions(values);
    const measured = await measureFolder(folder, { celsius, draws: { count, seed } }, tools);
    const { estimate, documents, references, parts } = measured;
    const tuning = await tuned?.make(measured);
    const recipe = await recipeDocument(estimate, parts);
    const document = isCompared
      ? withComparison(documents.twin, await compareTwin(estimate, parts, references, tools))
      : documents.twin;
    const sensor = values.maps ? withMaps(documents.sensor, estimate.sensor) : documents.sensor;
    await mkdir(out, { recursive: true });
    const written: string[] = [];
    for (const [name, content] of Object.entries({
      ...{ 'twin.json': document, 'sensor.json': sensor, 'lens.json': documents.lens },
      'recipe.json': recipe,
    })) {
      if (!content) continue;
      await writeFile(join(out, name), jsonText(content));
      written.push(name);
    }
    await writeFile(join(out, 'report.html'), twinPageText(document, `Lumenloom ${VERSION}.`));
    written.push('report.html');
    if (values.maps)
      for (const { name, bytes } of mapFiles(estimate.sensor, estimate.lens))
        await writeFile(join(out, name), bytes);
    if (tuned) await writeFile(tuned.file, jsonText(tuning!.document));
    const lines = [
      ...(tuning?.notes ?? []),
      `Wrote ${enumerated(written)} to ${out}${tuned ? `, and ${tuned.file}` : ''}.`,
    ];
    stdout.write(values.json ? jsonText(document) : textOf(document, lines));
  },
);

const enumerated = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;

const shown = (value: number): string => String(Number(value.toPrecision(5)));

function intervalText({ interval, status }: TwinFigure): string {
  if (interval) return `${shown(interval[0])} to ${shown(interval[1])}`;
  return status === 'measured' ? '' : status;
}

/** The figures as a table, then what is said of them. */
function textOf(
  { figures, wanted, assumed, notes, verdict }: TwinDocument,
  written: readonly string[],
): string {
  const rows = Object.entries(figures).map(([key, figure]) => [
    key,
    figure.value === null ? '-' : shown(figure.value),
    intervalText(figure),
    figure.unit,
  ]);
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${item}`)];
  return [
    ...columns([['Figure', 'value', '95 %', 'unit'], ...rows]),
    ...list('Assumed', assumed),
    ...list(
      'Wanted',
      wanted.map(({ text }) => text),
    ),
    ...list('Notes', notes),
    ...(verdict ? ['', verdict.text] : []),
    '',
    ...written,
    '',
  ].join('\n');
}
