import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EMVA_FIGURES, type MeasuredChannel } from '@lumenloom/engine';
import { writeFile } from '@lumenloom/node-host';
import { columns } from '../columns.ts';
import type { Output } from '../command.ts';
import { jsonText } from '../print.ts';
import {
  capital,
  arrayTexts,
  figureTexts,
  type KnownFigures,
  type MeasuredSensor,
  type ReportedColour,
  type ReportedFigures,
} from './figures.ts';

/** Where a report goes. */
export interface ReportOutput {
  readonly stdout: Output;
  readonly json: boolean;
  /** Folder for report.json and report.html. */
  readonly out: string | undefined;
}

/**
 * Prints the figures of a sensor, and writes report.json and report.html where a folder is given.
 */
export async function reportSensor(
  sensor: MeasuredSensor,
  { stdout, json, out }: ReportOutput,
): Promise<void> {
  const channels = sensor.channels.map((channel) => ({
    name: channel.name,
    figures: reportedFigures(channel, sensor.isCalibrated),
  }));
  const [first] = channels;
  const notes = [
    ...sensor.notes,
    ...sensor.channels.flatMap(({ name, notes: own }) =>
      own.map((note) => (channels.length > 1 ? `${capital(name)}: ${note}` : note)),
    ),
  ];
  const report = {
    ...first!.figures,
    channels: Object.fromEntries(channels.map(({ name, figures }) => [name, figures])),
    conditions: Object.fromEntries(sensor.conditions),
    ...(sensor.captures && {
      captures: sensor.captures.map(({ name, channel }) => ({
        name,
        ...reportedFigures(channel, sensor.isCalibrated),
      })),
    }),
    ...(sensor.merged && { merged: sensor.merged }),
    ...(sensor.array && { array: sensor.array }),
    notes,
  };
  if (out !== undefined) {
    await mkdir(out, { recursive: true });
    await writeFile(join(out, 'report.json'), jsonText(report));
    // React for Node is loaded where a page is written.
    const { reportPage } = await import('./report-page.tsx');
    await writeFile(join(out, 'report.html'), reportPage(sensor, channels, notes));
  }
  const lines = [
    ...channels.flatMap((channel) => [...figureTable(channel), '']),
    ...captureTables(sensor),
    ...arrayTable(sensor),
    ...notes,
    ...(out === undefined ? [] : [`Wrote report.json and report.html to ${out}.`]),
  ];
  stdout.write(json ? jsonText(report) : `${lines.join('\n')}\n`);
}

/** Figures in photons, which need a light of known strength. */
const NEEDS_PHOTONS: ReadonlySet<string> = new Set(['quantumEfficiency', 'thresholdPhotons']);

function reportedFigures(
  { measured, standardError, model }: MeasuredChannel,
  isCalibrated: boolean,
): ReportedFigures {
  const known = (figures: MeasuredChannel['measured']): KnownFigures =>
    Object.fromEntries(
      EMVA_FIGURES.map(({ key }) => [
        key,
        Number.isFinite(figures[key]) && (isCalibrated || !NEEDS_PHOTONS.has(key))
          ? figures[key]
          : null,
      ]),
    ) as KnownFigures;
  return { measured: known(measured), standardError: known(standardError), model: model ?? null };
}

/** The figures of a colour as lines of text, names and units aligned left. */
function figureTable({ name, figures }: ReportedColour): string[] {
  const title = `${capital(name)} pixels`;
  const width = Math.max(title.length, ...EMVA_FIGURES.map((figure) => figure.name.length));
  return columns([
    [title.padEnd(width), 'measured', 'error', 'model'],
    ...EMVA_FIGURES.map(({ key, name: figure }) => {
      const { measured = 'not measured', error = '', model = '' } = figureTexts(figures, key) ?? {};
      return [figure.padEnd(width), measured, error, model];
    }),
  ]).map((line, i) => (i === 0 ? line : `${line}  ${EMVA_FIGURES[i - 1]!.unit}`));
}

/** The captures of a sensor one by one, and what they are together. */
function captureTables({ captures = [], merged, isCalibrated }: MeasuredSensor): string[] {
  const tables = captures.flatMap(({ name, channel }) => [
    ...figureTable({ name: `capture ${name}:`, figures: reportedFigures(channel, isCalibrated) }),
    '',
  ]);
  if (!merged) return tables;
  const { measured, model, knees } = merged;
  return [
    ...tables,
    `Merged: dynamic range ${measured.dynamicRangeDb.toFixed(1)} dB (model ${model.dynamicRangeDb.toFixed(1)} dB), linearity error ${measured.linearityErrorPercent.toFixed(2)} %.`,
    ...knees.map(
      ({ signalElectrons, snrBeforeDb, snrAfterDb }) =>
        `Knee at ${Math.round(signalElectrons)} e⁻ of the first capture: SNR ${snrBeforeDb.toFixed(1)} dB before, ${snrAfterDb.toFixed(1)} dB after.`,
    ),
    '',
  ];
}

/** What the frames show of the pixel array, beside what it was made with. */
function arrayTable({ array }: MeasuredSensor): string[] {
  if (!array) return [];
  const title = 'Pixel array';
  const width = Math.max(title.length, ...array.map(({ name }) => name.length));
  const table = columns([
    [title.padEnd(width), 'measured', 'error', 'model'],
    ...array.map((figure) => {
      const { measured, error, true: expected } = arrayTexts(figure);
      return [figure.name.padEnd(width), measured, error, expected];
    }),
  ]);
  return [...table.map((line, i) => (i === 0 ? line : `${line}  ${array[i - 1]!.unit}`)), ''];
}
