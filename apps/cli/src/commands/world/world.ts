import { PosedWorld, worldReport } from '@lumenloom/world';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText, print, type Row } from '../print.ts';
import { inWorld, openWorld } from './open-world.ts';

/** `lumenloom world`: what a document of a world holds. */
export const world = command(
  {
    usage: ['<world.json> [options]'],
    says: 'Reads a world and its files, and prints what is in it: objects with triangles and bounds in metres, what a file holds that is not read, warnings.',
    words: { min: 1, max: 1, are: '<world.json>' },
    options: { json: JSON_OUTPUT },
    examples: ['world world.json', 'world world.json --json'],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [path = ''] }, { stdout }) => {
    const read = await openWorld(path);
    const report = await inWorld(() => worldReport(read, new PosedWorld(read)));
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
      `${material}, ${triangles} triangles, ${bounds ? bounds.map((corner) => corner.map((at) => Number(at.toPrecision(4))).join(' ')).join(' to ') : 'not visible'}`,
      'm',
    ]),
    ...report.ignored.map((name): Row => ['Ignored', name]),
    ...report.warnings.map((sentence): Row => ['Warning', sentence]),
  ];
}
