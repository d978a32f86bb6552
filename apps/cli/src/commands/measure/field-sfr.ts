import {
  fieldSfr,
  type FieldSfr,
  type FieldSfrReport,
  type SimulationPlan,
} from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError, progressOn } from '@lumenloom/node-host/command-line';
import { noiseOption, threadsOption } from '../../arguments.ts';
import type { Output } from '../command.ts';

/** Places of the field unless given: shares of the lens's half angle. */
export const FIELDS = '0,.35,.7,.9';

interface FieldOptions {
  readonly plan: SimulationPlan;
  readonly field: string | undefined;
  readonly noise: string | undefined;
  readonly threads: string | undefined;
  /** Takes the bar of progress. */
  readonly stderr: Output;
}

/** SFR of a camera over the field, measured and true. */
export async function measureField({
  plan,
  field = FIELDS,
  noise = 'off',
  threads,
  stderr,
}: FieldOptions): Promise<FieldSfrReport> {
  const shares = field.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  // At the rim of the image circle an edge has no second side.
  if (!shares.every((share) => share >= 0 && share <= 0.95))
    throw new UsageError(
      `--field must be shares of the lens's half angle from 0 to .95, such as ${FIELDS}, not "${field.slice(0, 40)}".`,
    );
  const isNoisy = noiseOption(noise);
  const host = nodeHost(threadsOption(threads));
  const { sensor } = plan;
  if (!sensor)
    throw new UsageError('sensor: the recipe has no sensor, whose pixels would be measured.');
  const progress = progressOn(stderr, 'Measuring');
  return fieldSfr({ ...plan, sensor, noise: isNoisy }, shares, host, progress.reach).finally(
    progress.end,
  );
}

const HEADINGS = [
  'field',
  'degrees',
  'direction',
  'pixels',
  'colour',
  'raw',
  'true',
  'developed',
] as const;

const threeDecimals = (value: number | null | undefined): string =>
  value === undefined ? '' : value === null ? 'above 1' : value.toFixed(3);

/**
 * MTF50 of each place, direction and colour in columns, cycles per pixel, and why a figure is
 * missing.
 */
export function fieldTable({ edge, fields }: FieldSfrReport): string {
  const problems: string[] = [];
  const mtf50 = (curve: FieldSfr['raw']): string => {
    if (!curve || !('problem' in curve)) return threeDecimals(curve?.mtf50);
    if (!problems.includes(curve.problem)) problems.push(curve.problem);
    return `(${problems.indexOf(curve.problem) + 1})`;
  };
  const rows = fields.map((at) => [
    String(at.field),
    at.fieldDegrees.toFixed(1),
    at.direction,
    `${at.region.width} × ${at.region.height}`,
    at.colour,
    mtf50(at.raw),
    threeDecimals(at.true.mtf50),
    mtf50(at.developed),
  ]);
  const lines = [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(column === 2 ? 12 : 10))
      .join('')
      .trimEnd(),
  );
  return [
    `MTF50, cycles per pixel, of edges tilted by ${edge.tiltDegrees.toFixed(0)}°, contrast ${edge.contrast.toFixed(2)}:`,
    ...lines,
    'Developed figures hold for such edges only: docs/measuring-a-camera.md#developed.',
    ...problems.map((problem, i) => `(${i + 1}) ${problem}`),
    '',
  ].join('\n');
}
