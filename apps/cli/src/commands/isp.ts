import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  asShown,
  ispLines,
  npyHeader,
  readNpy,
  runIsp,
  type IspSink,
  type NpyType,
} from '@lumenloom/engine';
import { labels, toIspParameters } from '@lumenloom/contract';
import { BAYER_ORDERS, isps } from '@lumenloom/engine/catalogue';
import { encodePng, nodeHost } from '@lumenloom/node-host';
import { UsageError, numberOption, progressOn, sayOn } from '@lumenloom/node-host/command-line';
import { THREADS, accept, choiceOption, readBytes, readJson, threadsOption } from '../arguments.ts';
import { command } from './command.ts';

/** `lumenloom isp`: develops a raw file with the ISP. */
export const isp = command(
  {
    usage: [`<raw.npy> --pattern ${BAYER_ORDERS.join('|')} --bits N [options]`],
    says: `Develops a raw mosaic [rows, cols] (uint16) with ${labels(isps)[0]!} and writes result.png and final.npy (uint8 [rows, cols, 3], channels in the order of the reference: the first is shown as blue; [rows, cols] without CFA).`,
    words: { min: 1, max: 1, are: '<raw.npy>' },
    options: {
      pattern: { value: BAYER_ORDERS.join('|'), says: 'The pattern of the colour filters.' },
      bits: { value: 'N', says: 'Bits of the codes, 1 to 16.' },
      params: {
        value: 'FILE',
        says: 'The ispParams object of a recipe, every field optional, as JSON.',
      },
      out: { value: 'DIR', default: 'out', output: 'folder', says: 'Where the files go.' },
      stages: { says: 'Adds NN-<module>.<array>.npy with what each module replaced.' },
      threads: THREADS,
      json: { says: 'Prints the report for programs; what people read goes to stderr.' },
    },
    examples: [
      'isp out/raw.npy --pattern grbg --bits 10',
      'isp raw.npy --pattern rggb --bits 12 --params isp.json --stages',
    ],
    document: 'docs/reference/isp.md',
  },
  async ({ values, words }, { stdout, stderr }) => {
    const log = sayOn(values.json ? stderr : stdout);
    const { params, out, stages } = values;
    const file = words[0]!;
    const { pattern, bits, threads } = checked(values);
    const { parameters, notes, unknownKeys } = accept(
      toIspParameters(params === undefined ? undefined : await readJson(params), bits),
    );
    if (unknownKeys.length > 0)
      throw new UsageError(
        `${params!} has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
      );
    const raw = await readRaw(file);
    notes.forEach(log);
    const brightest = raw.codes.reduce((most, code) => Math.max(most, code), 0);
    if (brightest >= 2 ** bits)
      log(
        `The raw has codes up to ${brightest}, more than ${bits} bits hold: they are taken as they are.`,
      );

    await mkdir(out, { recursive: true });
    const progress = progressOn(stderr, 'Developing');
    const { image, report } = await runIsp(
      { ...raw, order: pattern, bits },
      parameters,
      nodeHost(threads),
      { stopped: () => false, log, progress: progress.reach },
      stages ? stagesIn(out) : undefined,
    );
    progress.end();
    ispLines(report, undefined).forEach(log);
    log(
      `Time: ${report.modules.map(({ label, ms }) => `${label} ${ms.toFixed(1)} ms`).join(', ')}; ${report.path} path.`,
    );
    await writeNpy(join(out, 'final.npy'), {
      type: 'uint8',
      shape: image.channels === 1 ? [image.rows, image.columns] : [image.rows, image.columns, 3],
      data: image.data,
    });
    await writeFile(join(out, 'result.png'), await encodePng(asShown(image)));
    log(`Wrote result.png and final.npy${stages ? ' and the stages as .npy' : ''} to ${out}.`);
    if (values.json) stdout.write(`${JSON.stringify(report)}\n`);
  },
);

/** What the options say. @throws UsageError for what is missing or wrong. */
function checked(values: Readonly<Record<'pattern' | 'bits' | 'threads', string | undefined>>) {
  if (values.pattern === undefined)
    throw new UsageError(
      `Name the pattern of the colour filters, for example --pattern ${BAYER_ORDERS[0]}.`,
    );
  const pattern = choiceOption('pattern', values.pattern, BAYER_ORDERS, BAYER_ORDERS[0]);
  const bits = numberOption('bits', values.bits, { whole: true, min: 1, max: 16 });
  if (bits === undefined)
    throw new UsageError('Say how many bits the codes have, for example --bits 10.');
  const threads = threadsOption(values.threads);
  return { pattern, bits, threads };
}

/** The mosaic in a .npy file, row by row. */
async function readRaw(file: string) {
  const { type, shape, data } = readNpy(await readBytes(file));
  const [rows, columns] = shape;
  if (
    !(data instanceof Uint16Array) ||
    rows === undefined ||
    columns === undefined ||
    shape.length !== 2
  )
    throw new UsageError(`${file} must be uint16 [rows, cols], not ${type} [${shape.join(', ')}].`);
  return { codes: data, rows, columns };
}

const writeNpy = (
  file: string,
  array: {
    readonly type: NpyType;
    readonly shape: readonly number[];
    readonly data: ArrayBufferView;
  },
): Promise<void> => {
  const { buffer, byteOffset, byteLength } = array.data;
  return writeFile(
    file,
    Buffer.concat([
      npyHeader(array.type, array.shape),
      new Uint8Array(buffer, byteOffset, byteLength),
    ]),
  );
};

/** Writes the arrays that each module replaced to a folder. */
const stagesIn = (folder: string): IspSink => ({
  write: ({ index, module, array, ...plane }) =>
    writeNpy(join(folder, `${String(index).padStart(2, '0')}-${module}.${array}.npy`), plane),
});
