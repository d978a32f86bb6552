import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  asShown,
  correctRaw,
  ispLines,
  npyHeader,
  orOnProcessor,
  readNpy,
  runIsp,
  type IspSink,
  type NpyType,
} from '@lumenloom/engine';
import { labels, toIspParameters, toToneMap } from '@lumenloom/contract';
import { BAYER_ORDERS, WHITE_BALANCE_RULES, isps } from '@lumenloom/engine/catalogue';
import { encodePng, nodeHost, openDevice, writeFile } from '@lumenloom/node-host';
import { UsageError, numberOption, progressOn, sayOn } from '@lumenloom/node-host/command-line';
import {
  DEVICE,
  THREADS,
  accept,
  choiceOption,
  deviceOption,
  readBytes,
  readJson,
  threadsOption,
} from '../arguments.ts';
import { command } from './command.ts';
import { jsonText } from './print.ts';
import { LENS_SHADING, readShadingPath } from './read-shading.ts';

/** A raw file does not bring its light: `truth` is not known. */
const RULES = WHITE_BALANCE_RULES.filter((rule) => rule !== 'truth');

/** `lumenloom isp`: develops a raw file with the ISP. */
export const isp = command(
  {
    usage: [`<raw.npy> --pattern ${BAYER_ORDERS.join('|')} --bits N [options]`],
    says: `Develops a raw mosaic [rows, cols] (uint16) with ${labels(isps)[0]!} and writes result.png and final.npy (uint8 [rows, cols, 3], channels in the order of the reference: the first is shown as blue; [rows, cols] without CFA). Corrections add lsc.npy, tonemapped.npy and report.json.`,
    words: { min: 1, max: 1, are: '<raw.npy>' },
    options: {
      pattern: { value: BAYER_ORDERS.join('|'), says: 'The pattern of the colour filters.' },
      bits: { value: 'N', says: 'Bits of the codes, 1 to 16; with --tone-map its own.' },
      'black-level': {
        value: 'CODE',
        default: '0',
        says: 'Code of the dark, for lens shading and white balance.',
      },
      'lens-shading': LENS_SHADING,
      'tone-map': {
        value: 'FILE',
        says: 'The toneMap object of a recipe as JSON: raw.npy is then linear light, float32 [rows, cols].',
      },
      'white-balance': {
        value: RULES.join('|'),
        says: 'Finds the gains of AWB in the mosaic.',
      },
      params: {
        value: 'FILE',
        says: 'The ispParams object of a recipe, every field optional, as JSON.',
      },
      out: { value: 'DIR', default: 'out', output: 'folder', says: 'Where the files go.' },
      stages: { says: 'Adds NN-<module>.<array>.npy with what each module replaced.' },
      threads: THREADS,
      device: DEVICE,
      json: { says: 'Prints the report for programs; what people read goes to stderr.' },
    },
    examples: [
      'isp out/raw.npy --pattern grbg --bits 10',
      'isp raw.npy --pattern rggb --bits 12 --params isp.json --white-balance greyWorld --stages',
    ],
    document: 'docs/reference/isp.md',
  },
  async ({ values, words }, { stdout, stderr, env }) => {
    const log = sayOn(values.json ? stderr : stdout);
    const { params, out, stages } = values;
    const { pattern, black, rule, threads } = checked(values);
    const choice = deviceOption(values.device, env);
    const toneMap = await readToneMap(values['tone-map'], log);
    const bits = toneMap?.bits ?? bitsOption(values.bits);
    const { parameters, notes, unknownKeys } = accept(
      toIspParameters(params === undefined ? undefined : await readJson(params), bits),
    );
    if (unknownKeys.length > 0)
      throw new UsageError(
        `${params!} has fields that mean nothing here: ${unknownKeys.join(', ')}.`,
      );
    const raw = await readRaw(words[0]!, toneMap !== undefined);
    const gains = await readGains(values['lens-shading']);
    notes.forEach(log);
    const brightest =
      raw.values instanceof Uint16Array
        ? raw.values.reduce((most, code) => Math.max(most, code), 0)
        : 0;
    if (brightest >= 2 ** bits)
      throw new UsageError(
        `--bits ${bits}: the raw has codes up to ${brightest}, and ${bits} bits hold ${2 ** bits - 1}: give --bits ${Math.ceil(Math.log2(brightest + 1))}.`,
      );

    await mkdir(out, { recursive: true });
    const progress = progressOn(stderr, 'Developing');
    const corrected = correctRaw(
      { ...raw, order: pattern, bits, black },
      { toneMap, gains, rule },
      parameters,
    );
    const device = await openDevice(choice, log);
    const host = nodeHost(threads, undefined, undefined, device);
    const { image, report, usedDevice } = await orOnProcessor(host, log, async (own) => ({
      ...(await runIsp(
        corrected.mosaic,
        corrected.parameters,
        own,
        { stopped: () => false, log, progress: progress.reach },
        stages ? stagesIn(out) : undefined,
      )),
      usedDevice: own.device?.facts,
    }));
    progress.end();
    ispLines(report, undefined).forEach(log);
    log(
      `Time: ${report.modules.map(({ label, ms }) => `${label} ${ms.toFixed(1)} ms`).join(', ')}; ${report.path} path${usedDevice ? `, GPU path on ${usedDevice.name}` : ''}.`,
    );
    await writeNpy(join(out, 'final.npy'), {
      type: 'uint8',
      shape: image.channels === 1 ? [image.rows, image.columns] : [image.rows, image.columns, 3],
      data: image.data,
    });
    await writeFile(join(out, 'result.png'), await encodePng(asShown(image)));
    if (toneMap ?? gains ?? rule) await writeCorrections(out, corrected, toneMap !== undefined);
    log(`Wrote result.png and final.npy${stages ? ' and the stages as .npy' : ''} to ${out}.`);
    if (values.json)
      stdout.write(
        `${JSON.stringify({ ...report, ...corrected.report, ...(usedDevice && { device: usedDevice }) })}\n`,
      );
  },
);

/** What the options say. @throws UsageError for what is missing or wrong. */
function checked(
  values: Readonly<
    Record<'pattern' | 'black-level' | 'white-balance' | 'threads', string | undefined>
  >,
) {
  if (values.pattern === undefined)
    throw new UsageError(
      `Name the pattern of the colour filters, for example --pattern ${BAYER_ORDERS[0]}.`,
    );
  const pattern = choiceOption('pattern', values.pattern, BAYER_ORDERS, BAYER_ORDERS[0]);
  const black = numberOption('black-level', values['black-level'], { min: 0, max: 65535 }) ?? 0;
  const rule = choiceOption('white-balance', values['white-balance'], RULES, 'fixed');
  const threads = threadsOption(values.threads);
  return { pattern, black, rule: rule === 'fixed' ? undefined : rule, threads };
}

function bitsOption(text: string | undefined): number {
  const bits = numberOption('bits', text, { whole: true, min: 1, max: 16 });
  if (bits === undefined)
    throw new UsageError('Say how many bits the codes have, for example --bits 10.');
  return bits;
}

/** The tone map of a file; undefined without one. */
async function readToneMap(path: string | undefined, log: (line: string) => void) {
  if (path === undefined) return undefined;
  const { toneMap, notes, unknownKeys } = accept(toToneMap(await readJson(path)));
  if (unknownKeys.length > 0)
    throw new UsageError(`${path} has fields that mean nothing here: ${unknownKeys.join(', ')}.`);
  notes.forEach(log);
  return toneMap;
}

/** Gains of a Bayer mosaic; undefined without a file. */
async function readGains(path: string | undefined) {
  if (path === undefined) return undefined;
  const { gains } = await readShadingPath(path);
  if (gains.planes !== 4)
    throw new UsageError(`${path} must have 4 gains per node, R, Gr, Gb, B, not ${gains.planes}.`);
  return gains;
}

/** Writes what the corrections gave, and their report. */
async function writeCorrections(
  out: string,
  { mosaic, shaded, report }: ReturnType<typeof correctRaw>,
  isToned: boolean,
): Promise<void> {
  const shape = [mosaic.rows, mosaic.columns];
  if (shaded)
    await writeNpy(join(out, 'lsc.npy'), {
      type: shaded instanceof Uint16Array ? 'uint16' : 'float32',
      shape,
      data: shaded,
    });
  if (isToned)
    await writeNpy(join(out, 'tonemapped.npy'), { type: 'uint16', shape, data: mosaic.codes });
  await writeFile(join(out, 'report.json'), jsonText(report));
}

/** The mosaic in a .npy file, row by row: codes, or linear light. */
async function readRaw(file: string, isLinear: boolean) {
  const { type, shape, data } = readNpy(await readBytes(file));
  const [rows, columns] = shape;
  const isRead = isLinear ? data instanceof Float32Array : data instanceof Uint16Array;
  if (!isRead || rows === undefined || columns === undefined || shape.length !== 2)
    throw new UsageError(
      `${file} must be ${isLinear ? 'float32' : 'uint16'} [rows, cols], not ${type} [${shape.join(', ')}].`,
    );
  return { values: data as Uint16Array | Float32Array, rows, columns };
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
