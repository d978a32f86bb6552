import { labels } from '@lumenloom/contract';
import {
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
} from '@lumenloom/engine/catalogue';
import { publishedName } from '@lumenloom/engine/quick';
import { partsIndex } from '@lumenloom/node-host';
import { command } from './command.ts';
import { jsonText } from './print.ts';

/** `lumenloom list`: what can be chosen by name. */
export const list = command(
  {
    usage: ['[options]'],
    says: 'Lists what a recipe can choose by name, and the published lenses and sensors, which stand in place of a file. Every published file names the address at which its numbers were read.',
    words: { min: 0, max: 0, are: 'no words but options' },
    options: { json: { says: 'Prints JSON for programs.' } },
    examples: ['lens published:heliar', 'simulate example:first --sensor-file published:imx250'],
    document: 'docs/own-files.md',
  },
  async ({ values }, { stdout }) => {
    const named = {
      scene: labels(scenes),
      illuminant: labels(illuminants),
      optics: labels(optics),
      sensor: labels(sensors),
      isp: labels(isps),
      algorithm: labels(algorithms),
    };
    const { lenses, sensors: chips, catalogueLenses } = await partsIndex();
    const published = { lenses: publishedOf(lenses), sensors: publishedOf(chips) };
    if (values.json) {
      stdout.write(jsonText({ ...named, published, catalogueLenses }));
      return;
    }
    const lines = [
      ...Object.entries(named).map(([field, names]) => `${field}: ${names.join(', ')}`),
      ...Object.entries(published).flatMap(([kind, list]) => [
        '',
        `published ${kind}:`,
        ...list.map(({ name, title }) => `  published:${name.padEnd(18)}${title}`),
      ]),
    ];
    stdout.write(`${lines.join('\n')}\n`);
  },
);

interface Listed {
  readonly name: string;
  readonly label: string;
}

/** The published ones of listed parts, with their names as files have them. */
const publishedOf = <Part extends Listed>(parts: readonly Part[]) =>
  parts.flatMap(({ name: choice, label: title, ...part }) => {
    const name = publishedName(choice);
    return name === undefined ? [] : [{ name, title, ...part }];
  });
