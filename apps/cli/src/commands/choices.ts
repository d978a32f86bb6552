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
import { readArguments } from '@lumenloom/node-host/command-line';
import type { Command } from './command.ts';

/** `lumenloom list`: what can be chosen by name. */
export const choices: Command = {
  name: 'list',
  usage: 'list [--json]',
  summary:
    'Lists what a recipe can choose by name, and the published lenses and sensors, which stand in place of a file: lens published:heliar, simulate --lens-file published:heliar --sensor-file published:imx250. Every published file names the address at which its numbers were read.',
  run: async (args, { stdout }) => {
    const { values } = readArguments(
      args,
      { json: { type: 'boolean', default: false } },
      { min: 0, max: 0, are: 'no words but options' },
    );
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
      stdout.write(`${JSON.stringify({ ...named, published }, undefined, 2)}\n`);
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
};

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
