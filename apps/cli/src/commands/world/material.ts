import { dirname } from 'node:path';
import { readWorldMaterial } from '@lumenloom/contract';
import { didYouMean } from '@lumenloom/engine/quick';
import { worldFiles } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { NAMED_MATERIALS, materialReport, type NamedMaterial } from '@lumenloom/world';
import { JSON_OUTPUT, accept, numberList, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { inWorld } from './open-world.ts';

/** `lumenloom world material`: what a material does with light. */
export const material = command(
  {
    usage: ['<name | material.json> [options]'],
    says: 'Prints what a material sends back and lets through at angles of incidence, by band, and where its numbers come from. A name of the table, or a file with a material.',
    words: { min: 1, max: 1, are: 'one name or file' },
    options: {
      incidence: {
        value: 'D,..',
        default: '0,30,60',
        says: 'Angles between the light and the normal, in degrees.',
      },
      json: JSON_OUTPUT,
    },
    examples: ['world material aluminium', 'world material paint.json --incidence 10,45,80 --json'],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [name = ''] }, { stdout }) => {
    const angles = numberList('incidence', values.incidence, { min: 0, max: 90 });
    const report = await inWorld(async () =>
      materialReport(await found(name), angles, worldFiles(dirname(name)), NAMED_MATERIALS),
    );
    if (values.json) {
      stdout.write(jsonText(report));
      return;
    }
    const about = [report.source, report.plainModel && `plain model: ${report.plainModel}`];
    stdout.write(`${report.name}  ${report.model}  ${about.filter(Boolean).join('; ')}\n`);
    const mean = (bands: readonly number[]): string =>
      (bands.reduce((sum, value) => sum + value, 0) / bands.length).toFixed(4);
    for (const { degrees, albedo, transmittance } of report.angles)
      stdout.write(
        `${degrees}°  sends back ${mean(albedo)}, lets through ${mean(transmittance)}\n`,
      );
  },
);

async function found(name: string): Promise<NamedMaterial> {
  const place = 'material';
  if (!name.endsWith('.json') && Object.hasOwn(NAMED_MATERIALS, name))
    return { name, place, keys: NAMED_MATERIALS[name]! };
  if (!/[./\\]/.test(name)) {
    const hint = didYouMean(name, Object.keys(NAMED_MATERIALS)).replace(/^:/, ';');
    throw new UsageError(`No material is called ${name.slice(0, 60)}${hint || '.'}`);
  }
  return { name, place, keys: accept(readWorldMaterial(await readJson(name))) };
}
