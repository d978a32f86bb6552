import { LitWorld, worldReport } from '@lumenloom/world';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText, print, type Row } from '../print.ts';
import { inWorld, openWorld } from './open-world.ts';
import { samplesOf, samplesOption } from './samples-option.ts';

/** Samples of each place. */
const PLACE_SAMPLES = 16_384;

/** `lumenloom world`: what a document of a world holds. */
export const world = command(
  {
    usage: ['<world.json> [options]'],
    says: 'Reads a world and its files, and prints what is in it: objects with triangles and bounds in metres, lamps with lumens and candela, the lux of its places with their errors, what a file holds that is not read, warnings.',
    words: { min: 1, max: 1, are: '<world.json>' },
    options: { samples: samplesOf(PLACE_SAMPLES), json: JSON_OUTPUT },
    examples: ['world world.json', 'world world.json --json'],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [path = ''] }, { stdout }) => {
    const samples = samplesOption(values.samples, PLACE_SAMPLES);
    const light = await openWorld(path);
    const report = await inWorld(() => worldReport(new LitWorld(light), samples));
    if (values.json) stdout.write(jsonText(report));
    else print(stdout, false, report, rowsOf(report));
  },
);

function rowsOf(report: ReturnType<typeof worldReport>): Row[] {
  return [
    ['Triangles', report.triangles],
    ['Triangles, instances once', report.uniqueTriangles],
    ...report.objects.map(({ name, id, material, triangles, bounds }): Row => [
      `${id} ${name}`,
      `${material}, ${triangles} triangles, ${bounds ? cornersOf(bounds) : 'not visible'}`,
      'm',
    ]),
    ...report.lights.map(({ name, type, lumens, candela, luminance }): Row => {
      const figure = (value: number | null, unit: string): string[] =>
        value === null ? [] : [`${Number(value.toPrecision(5))} ${unit}`];
      const figures = [
        ...figure(lumens, 'lm'),
        ...figure(candela, 'cd'),
        ...figure(luminance, 'cd/m²'),
      ];
      return [`Light ${name}`, [type, ...figures].join(', ')];
    }),
    ...report.places.map(({ name, lux, standardErrorLux }): Row => [
      `Place ${name}`,
      `${Number(lux.toPrecision(5))} ± ${Number((standardErrorLux ?? NaN).toPrecision(2))}`,
      'lx',
    ]),
    ...report.ignored.map((name): Row => ['Ignored', name]),
    ...report.warnings.map((sentence): Row => ['Warning', sentence]),
  ];
}

/** Four digits of each coordinate, and none below a millionth of the box: turns leave 1e-16. */
function cornersOf(bounds: readonly (readonly number[])[]): string {
  const largest = Math.max(...bounds.flat().map(Math.abs));
  const rounded = (at: number): number =>
    Math.abs(at) < 1e-6 * largest ? 0 : Number(at.toPrecision(4));
  return bounds.map((corner) => corner.map(rounded).join(' ')).join(' to ');
}
