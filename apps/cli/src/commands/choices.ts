import { labels } from '@lumenloom/contract';
import {
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
} from '@lumenloom/engine/catalogue';
import { publishedNames, readPublished, type PublishedKind } from '@lumenloom/node-host';
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
    const published = { lenses: await entries('lenses'), sensors: await entries('sensors') };
    if (values.json) {
      stdout.write(jsonText({ ...named, published }));
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

/** Name, title and source of each published part. */
const entries = async (kind: PublishedKind) =>
  Promise.all(
    (await publishedNames(kind)).map(async (name) => {
      const bytes = await readPublished(kind, name);
      const { name: title, source } = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<
        Record<'name' | 'source', string>
      >;
      return { name, title, source };
    }),
  );
