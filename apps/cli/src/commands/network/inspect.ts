import { writeFile } from 'node:fs/promises';
import {
  className,
  drawFinding,
  loadTask,
  type Finding,
  type NetworkDescriptor,
  type RgbImage,
} from '@lumenloom/engine';
import {
  encodePng,
  loadRgb,
  openNetwork,
  readingLimits,
  type OpenNetwork,
} from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readBytes } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { networkOptions, readNetworkOptions } from './network-options.ts';

/** Findings that the text shows. */
const MOST_LINES = 10;

/** `lumenloom network inspect`: what a network takes and gives, and what it finds in a picture. */
export const inspect = command(
  {
    usage: ['<network.onnx> [options]'],
    says: 'Says how a network would be run: its task, labels, input, pre-processing and outputs, as its file and the files beside it say, and what had to be guessed. With a picture it also prints what the network finds there, in pixels of the picture. The file is read and run in a process of its own, limited by READING_MB and READING_SECONDS.',
    words: { min: 1, max: 1, are: 'one network' },
    options: {
      picture: { value: 'FILE', says: 'A picture to try it on.' },
      ...networkOptions,
      trial: {
        value: 'FILE.png',
        output: 'file',
        says: 'Writes the picture with what is found drawn on it, results above .25.',
      },
      out: {
        value: 'FILE',
        output: 'file',
        says: 'Writes the whole descriptor, to be edited and given back.',
      },
      json: { says: 'Prints {"descriptor", "problems", "findings"} for programs.' },
    },
    examples: [
      'network inspect yolo.onnx --picture street.png --trial boxes.png',
      'network inspect F.onnx --labels bolt,nut,washer --out network.json',
    ],
    document: 'docs/reference/vision.md',
  },
  async ({ values, words }, { stdout, env, signal }) => {
    const [file] = words as [string];
    if (values.trial !== undefined && values.picture === undefined)
      throw new UsageError('--trial needs the picture on which the network is tried: --picture.');
    await readBytes(file);
    const watch = { stopped: () => signal.aborted };
    const network = await openNetwork(file, {
      ...(await readNetworkOptions(values)),
      limits: readingLimits(env),
      watch,
    });
    try {
      const { descriptor, problems } = network;
      const picture =
        values.picture === undefined ? undefined : await loadRgb(await readBytes(values.picture));
      const finding = picture && (await network.find(picture, watch, { threshold: 'scoring' }));
      if (picture && values.trial !== undefined)
        await writeFile(values.trial, await drawnPng(network, picture, watch));
      const findings = finding && (await findingsOf(finding, descriptor));
      if (values.out !== undefined) await writeFile(values.out, jsonText(descriptor));
      if (values.json) stdout.write(jsonText({ descriptor, problems, findings }));
      else stdout.write(textOf(descriptor, problems, findings));
    } finally {
      network.close();
    }
  },
);

/** The picture with what the network finds there, as PNG. */
async function drawnPng(
  network: OpenNetwork,
  picture: RgbImage,
  watch: Parameters<OpenNetwork['find']>[1],
): Promise<Buffer> {
  const found = await network.find(picture, watch, { threshold: 'drawing' });
  const drawn = await drawFinding(found, { found: picture, shown: picture }, network.descriptor);
  const { rows, columns, rgb } = drawn ?? picture;
  return encodePng({ rows, columns, channels: 3, data: rgb });
}

type Findings = readonly Readonly<Record<string, unknown>>[];

/** A finding as plain objects, with the names of classes. */
async function findingsOf(finding: Finding, descriptor: NetworkDescriptor): Promise<Findings> {
  const task = await loadTask(descriptor.task);
  return task
    .list(finding)
    .map((one) =>
      typeof one['label'] === 'number'
        ? { class: className(one['label'], descriptor), ...one }
        : one,
    );
}

function textOf(
  { task, labels, input, output, background }: NetworkDescriptor,
  problems: readonly string[],
  findings: Findings | undefined,
): string {
  const size = input.width === null ? 'any size' : `${input.width} x ${input.height}`;
  return [
    `task        ${task} (${output.kind}: ${output.names.join(', ')})`,
    `labels      ${labels ? `${labels.length}: ${labels.slice(0, MOST_LINES).join(', ')}` : 'not known'}`,
    `input       ${input.name}, ${input.layout} ${input.type}, ${size}, ${input.colour}`,
    `resize      ${input.preprocessor ? 'as preprocessor_config.json says' : `${input.resize}, ${input.interpolation}${input.antialias ? ' with antialias' : ''}`}`,
    `background  ${background}`,
    ...problems.map((problem) => `guessed     ${problem}`),
    ...(findings ? [`findings    ${findings.length}`] : []),
    ...(findings ?? []).slice(0, MOST_LINES).map((one) => `  ${lineOf(one)}`),
    '',
  ].join('\n');
}

/** One finding on a line, without its mask and the number of its class. */
const lineOf = (finding: Findings[number]): string =>
  Object.entries(finding)
    .filter(([key]) => key !== 'mask' && key !== 'label')
    .map(([key, value]) => (key === 'class' ? String(value) : `${key} ${shown(value)}`))
    .join(', ');

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shown).join(' ')
    : typeof value === 'number'
      ? String(Number(value.toPrecision(5)))
      : String(value);
