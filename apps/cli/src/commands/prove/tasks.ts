import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { deltaE2000, loadGlassCatalogue, readRealNpy } from '@lumenloom/engine';
import {
  ISETCAM_FIGURES,
  ISETCAM_FILES,
  compareIspCase,
  differenceOf,
  edgeDifferences,
  labRow,
  lensFigure,
  provenRow,
  skippedRow,
  type Anchor,
  type EdgeCase,
  type IsetcamGoldens,
  type IspCase,
  type LabCase,
} from '@lumenloom/engine/prove';
import { REFERENCES, nodeHost } from '@lumenloom/node-host';
import { cocoNumbers, type CocoCase } from '@lumenloom/scoring';
import { emvaTasks, type EmvaAnchors } from './emva-frames.ts';
import type { ProofTask } from './proof-task.ts';

type Lab = readonly [number, number, number];

interface Anchors {
  readonly source: Readonly<Record<'opticstudio' | 'ciede' | 'emva', string>>;
  readonly anchors: readonly Omit<Anchor, 'source'>[];
  readonly lenses: Readonly<Record<string, string>>;
  readonly ciede2000: readonly { readonly a: Lab; readonly b: Lab; readonly deltaE2000: number }[];
  readonly emva: EmvaAnchors;
}

const bytesAt = (path: string): Promise<Buffer> => readFile(new URL(path, REFERENCES.engine));
const jsonAt = async (path: string): Promise<unknown> =>
  JSON.parse((await bytesAt(path)).toString('utf8'));

/** Every row of the proof, in the order of its groups. */
export async function proofTasks(): Promise<readonly ProofTask[]> {
  const anchors = (await jsonAt('lab/anchors.json')) as Anchors;
  return [
    ...lensTasks(anchors),
    ...emvaTasks(anchors.emva, anchors.source.emva),
    ...(await isetcamTasks()),
    ...(await ispTasks()),
    ...(await cocoTasks()),
    ...colourTasks(anchors),
    ...(await edgeTasks()),
    ...(await labTasks()),
    ...laterTasks(),
  ];
}

/** A task whose row is an anchor and a number of ours. */
const taskOf = (anchor: Anchor, ours: () => Promise<number>): ProofTask => ({
  ...anchor,
  run: async () => provenRow(anchor, await ours()),
});

const lensTasks = ({ anchors, lenses, source }: Anchors): readonly ProofTask[] =>
  anchors.map((anchor) =>
    taskOf({ ...anchor, source: source.opticstudio }, async () =>
      lensFigure(anchor.id.replace(/^opticstudio\./, ''), lenses, await loadGlassCatalogue([])),
    ),
  );

/** Sharma's table has four digits. */
const FOUR_DIGITS = 5e-5;

const colourTasks = ({ ciede2000, source }: Anchors): readonly ProofTask[] =>
  ciede2000.map(({ a, b, deltaE2000: theirs }, i) =>
    taskOf(
      {
        id: `ciede.${i + 1}`,
        group: 'ciede',
        what: `CIEDE2000 of pair ${i + 1}`,
        theirs,
        unit: '',
        allowed: FOUR_DIGITS,
        kind: 'absolute',
        source: source.ciede,
      },
      () => Promise.resolve(deltaE2000(a, b)),
    ),
  );

const ISETCAM = 'ISETCam (MIT), published baselines';
/** Rows whose arrays come out of ISETCam's own files. */
const NOT_SHIPPED = [
  ['exposure', 'automatic exposure of an optical image'],
  ['volts', 'volts of a noiseless Bayer sensor'],
  ['rings-rays', 'rings and rays, every sample'],
] as const;

async function isetcamTasks(): Promise<readonly ProofTask[]> {
  const validation = (await jsonAt('validation.json')) as {
    readonly groups: readonly {
      readonly rows: readonly {
        readonly id: string;
        readonly what: string;
        readonly unit: string;
        readonly allowed: number;
      }[];
    }[];
  };
  const rows = validation.groups.flatMap((group) => group.rows);
  const goldens = Object.fromEntries(
    await Promise.all(
      Object.entries(ISETCAM_FILES).map(async ([name, file]) => [
        name,
        await jsonAt(`radiometry/${file}.json`),
      ]),
    ),
  ) as IsetcamGoldens;
  const held = await Promise.all(
    Object.entries(ISETCAM_FIGURES).map(async ([name, { row, isAbsolute, compare }]) => {
      const stated = rows.find(({ id }) => id === row)!;
      const { ours, theirs } = await compare(goldens);
      const kind = isAbsolute ? 'absolute' : 'relative';
      const apart = Array.from(theirs, (value, i) => differenceOf(kind, value, ours[i]!));
      const worst = apart.indexOf(Math.max(...apart));
      return taskOf(
        {
          id: `iset.${name}`,
          group: 'iset',
          what: `${stated.what}: ${name}`,
          theirs: theirs[worst]!,
          unit: stated.unit,
          allowed: stated.allowed,
          kind,
          source: ISETCAM,
        },
        () => Promise.resolve(ours[worst]!),
      );
    }),
  );
  return [
    ...held,
    ...NOT_SHIPPED.map(([name, what]) =>
      skippedTask({ id: `iset.${name}`, group: 'iset', what, source: ISETCAM }, NOT_THERE),
    ),
  ];
}
const NOT_THERE = "ISETCam's arrays are not shipped";

const skippedTask = (
  row: Pick<Anchor, 'id' | 'group' | 'what' | 'source'>,
  note: string,
): ProofTask => ({
  ...row,
  run: () =>
    Promise.resolve({
      ...skippedRow({ ...row, theirs: 0, unit: '', allowed: 0, kind: 'relative' }, note),
      theirs: null,
    }),
});

interface StoredIspCase extends IspCase {
  readonly width: number;
  readonly height: number;
  readonly bit_depth: number;
  readonly bayer_pattern: 'rggb' | 'grbg' | 'gbrg' | 'bggr';
  readonly input: IspCase['final_rgb'];
  readonly changed_ui_params: Readonly<Record<string, unknown>>;
}

/** SCL computes in fixed point: one code, which the conversion to RGB magnifies. */
const [SCALED_CODES, SCALED_PICTURE_CODES] = [1, 4] as const;

async function ispTasks(): Promise<readonly ProofTask[]> {
  const { ui_params, cases } = (await jsonAt('isp/cases.json')) as {
    readonly ui_params: Readonly<Record<string, unknown>>;
    readonly cases: readonly StoredIspCase[];
  };
  return cases.map((golden) => {
    const anchor: Anchor = {
      id: `openisp.${golden.name}`,
      group: 'openisp',
      what: `${golden.name}: arrays whose bits differ`,
      theirs: 0,
      unit: 'arrays',
      allowed: 0,
      kind: 'atMost',
      source: 'fast-openISP, commit in packages/engine/references/isp/cases.json',
    };
    return taskOf(anchor, async () => {
      const files = new Map<string, Uint8Array>();
      const arrays = [
        golden.input,
        golden.final_rgb,
        ...golden.steps.flatMap(({ outputs }) => Object.values(outputs)),
      ];
      for (const { file } of arrays)
        if (file !== undefined && !files.has(file))
          files.set(file, Uint8Array.from(gunzipSync(await bytesAt(`isp/${file}`))));
      const found = await compareIspCase(
        { ...golden, ui_params: { ...ui_params, ...golden.changed_ui_params } },
        {
          mosaic: {
            codes: new Uint16Array(files.get(golden.input.file!)!.buffer as ArrayBuffer),
            rows: golden.height,
            columns: golden.width,
            order: golden.bayer_pattern,
            bits: golden.bit_depth,
          },
          bytesOf: ({ file }) => files.get(file!)!,
          hashOf: ({ buffer, byteOffset, byteLength }) =>
            createHash('sha256')
              .update(new Uint8Array(buffer, byteOffset, byteLength))
              .digest('hex'),
        },
        nodeHost(),
      );
      const isFar = found.scaledCodes > SCALED_CODES || found.pictureCodes > SCALED_PICTURE_CODES;
      return found.differing.length + (isFar ? 1 : 0);
    });
  });
}

async function cocoTasks(): Promise<readonly ProofTask[]> {
  const text = await readFile(new URL('coco.json', REFERENCES.scoring), 'utf8');
  const { cases } = JSON.parse(text) as { readonly cases: Readonly<Record<string, CocoCase>> };
  return Object.entries(cases).flatMap(([name, golden]) => {
    let numbers: ReturnType<typeof cocoNumbers> | undefined;
    const data = golden.sameAs === undefined ? golden : cases[golden.sameAs]!;
    return Object.entries(golden.expected).flatMap(([key, theirs]) =>
      typeof theirs !== 'number'
        ? []
        : [
            taskOf(
              {
                id: `coco.${name}.${key}`,
                group: 'coco',
                what: `${key} of the case ${name}`,
                theirs,
                unit: '',
                allowed: 1e-9,
                kind: 'absolute',
                source: 'pycocotools (cocoapi)',
              },
              () => {
                numbers ??= cocoNumbers(golden, data);
                return Promise.resolve(numbers.find((one) => one.key === key)!.ours);
              },
            ),
          ],
    );
  });
}

async function edgeTasks(): Promise<readonly ProofTask[]> {
  const { cases } = (await jsonAt('measuring/edges.json')) as {
    readonly cases: readonly EdgeCase[];
  };
  return cases.map((golden) =>
    taskOf(
      {
        id: `edges.${golden.name}`,
        group: 'edges',
        what: `SFR to Nyquist of ${golden.name}, worst difference`,
        theirs: 0,
        unit: '',
        allowed: golden.tolerance.sfrToNyquist,
        kind: 'atMost',
        source: 'closed form: blur and pixel along the normal of the edge',
      },
      async () =>
        edgeDifferences(golden, readRealNpy(await bytesAt(`measuring/${golden.file}`)))
          .sfrToNyquist,
    ),
  );
}

const NO_ARRAY = { shape: [0, 0], values: new Float64Array(), largest: undefined } as const;

async function labTasks(): Promise<readonly ProofTask[]> {
  const { cases } = (await jsonAt('lab/cases.json')) as { readonly cases: readonly LabCase[] };
  return cases.map((golden, index) => ({
    id: `lab.${golden.kind}.${index + 1}`,
    group: 'lab',
    what: golden.name,
    source: golden.source,
    run: async () =>
      labRow(
        golden,
        index,
        golden.file === undefined ? NO_ARRAY : readRealNpy(await bytesAt(`lab/${golden.file}`)),
      ),
  }));
}

const laterTasks = (): readonly ProofTask[] => [
  skippedTask(
    {
      id: 'twin.pixel-4a',
      group: 'twin',
      what: 'the measured lens of a Google Pixel 4a',
      source: 'ISET/isetcornellbox, arXiv 2201.07411',
    },
    'the measured lens is another capability',
  ),
];
