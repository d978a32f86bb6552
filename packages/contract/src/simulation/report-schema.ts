import type { SimulationReport } from '@lumenloom/engine';
import {
  MEASUREMENTS,
  SHADING_SOURCES,
  TONE_OPERATORS,
  WHITE_BALANCE_RULES,
  type FieldShapes,
  type MeasurementDescriptor,
  type ValueShape,
} from '@lumenloom/engine/catalogue';
import { z } from 'zod';

const number = z.number();
const two = z.tuple([number, number]);
const triple = z.tuple([number, number, number]);
const bound = z.enum(['well', 'converter']);
const path = z.enum(['SIMD', 'plain']);
const gains = z.strictObject({ red: number, blue: number });
const percent = triple;

const detection = z.strictObject({
  label: z.string(),
  score: number,
  box: z.tuple([number, number, number, number]),
});
const weights = z.strictObject({
  path: z.string(),
  precision: z.enum(['fp32', 'fp16', 'quantized']),
  sha256: z.string(),
  hashIs: z.enum(['listed', 'recorded at first fetch', 'unknown']),
});
const done = {
  label: z.string(),
  status: z.literal('done'),
  weights: weights.optional(),
  network: z
    .strictObject({
      sha256: z.string(),
      // The engine checks descriptors; their numbers are settings and no figures.
      descriptor: z.record(z.string(), z.unknown()),
      problems: z.array(z.string()),
    })
    .optional(),
  loadMs: number,
  cameraMs: number,
  idealMs: number,
};
const foundClass = z.strictObject({ label: z.string(), score: number });
const algorithm = z.union([
  z.strictObject({
    ...done,
    kind: z.literal('detection'),
    scoreThreshold: number,
    overlapThreshold: number,
    scoreSum: number,
    matches: z.array(z.strictObject({ ideal: detection, camera: detection, overlap: number })),
    missed: z.array(detection),
    extra: z.array(detection),
  }),
  z.strictObject({
    ...done,
    kind: z.literal('depth'),
    points: number,
    rankCorrelation: number.optional(),
    scale: number,
    shift: number,
    meanRelativeDifference: number.optional(),
    cameraRange: two,
    idealRange: two,
  }),
  z.strictObject({
    ...done,
    kind: z.literal('classification'),
    ideal: foundClass,
    camera: foundClass,
    isSame: z.boolean(),
    scoreOfIdealClass: number,
  }),
  z.strictObject({
    ...done,
    kind: z.literal('segmentation'),
    pixels: number,
    equalShare: number,
  }),
  z.strictObject({
    ...done,
    kind: z.literal('anomaly'),
    cameraScore: number,
    idealScore: number,
    rankCorrelation: number.optional(),
  }),
  z.strictObject({ label: z.string(), status: z.literal('no model files') }),
  z.strictObject({
    label: z.string(),
    status: z.literal('unusable model files'),
    problem: z.string(),
  }),
]);

const modulation = z.strictObject({ onAxis: two, tangential: two, sagittal: two });

/** The schema of a value with this form. */
function schemaOf(shape: ValueShape): z.ZodType {
  if (shape === 'number') return number;
  if (shape === 'text') return z.string();
  if ('oneOf' in shape) return z.enum(shape.oneOf);
  if ('listOf' in shape) return z.array(schemaOf(shape.listOf));
  if ('tuple' in shape) return z.tuple(shape.tuple.map(schemaOf) as [z.ZodType, ...z.ZodType[]]);
  if ('either' in shape) return z.union(shape.either.map(schemaOf));
  if ('nullable' in shape) return schemaOf(shape.nullable).nullable();
  return z.strictObject(schemasOf(shape.fields));
}

const schemasOf = (fields: FieldShapes): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, shape]) => [
      key,
      typeof shape === 'object' && 'optional' in shape
        ? schemaOf(shape.optional).optional()
        : schemaOf(shape),
    ]),
  );

/** The measurements of the picture, each by its own name. */
const measurement = z.union([
  ...MEASUREMENTS.map(({ name, fields }) =>
    z.strictObject({ name: z.literal(name), ...schemasOf(fields) }),
  ),
  z.strictObject({ name: z.enum(MEASUREMENTS.map(({ name }) => name)), problem: z.string() }),
]);

/** What a report says of a sensor whose file has more than the figures of one pixel. */
const chip = {
  shutter: z
    .strictObject({
      kind: z.string(),
      lineSeconds: number,
      readOutSeconds: number,
      parasiticShareLastRow: number,
    })
    .optional(),
  captures: z
    .array(
      z.strictObject({
        name: z.string(),
        exposureSeconds: number,
        startSeconds: number,
        electronsPerCode: number,
        saturationElectrons: number,
        readNoiseElectrons: number,
        clippedPercent: z.array(number),
      }),
    )
    .optional(),
  hdr: z
    .strictObject({
      referenceSaturationElectrons: number,
      dynamicRangeDb: number,
      knees: z.array(
        z.strictObject({
          signalElectrons: number,
          snrBeforeDb: number,
          snrAfterDb: number,
          dipDb: number,
        }),
      ),
    })
    .optional(),
  companding: z.strictObject({ largestNoiseShare: number }).optional(),
  motion: z.strictObject({ pathPixels: number, subFrames: number }).optional(),
  flicker: z.strictObject({ rowContrast: number }).optional(),
  defects: z.strictObject({ hot: number, dead: number, stuck: number, columns: number }).optional(),
  opticalBlack: z.strictObject({ mean: number, standardDeviation: number }).optional(),
};

const ruledMatrix = z.strictObject({
  from: z.enum(['light', 'calibration']),
  weight: number.optional(),
  kelvin: number.optional(),
});

/** What was corrected before the ISP, or in it. */
const corrections = {
  toneMap: z
    .strictObject({
      operator: z.enum(TONE_OPERATORS),
      key: number,
      bits: number,
      logAverage: number.optional(),
      white: number.optional(),
      scale: number,
    })
    .optional(),
  lensShading: z.strictObject({ from: z.enum(SHADING_SOURCES), largestGain: number }).optional(),
};

/** The shape of report.json and of the `report` event; its numbers can be figures of a sweep. */
export const reportSchema = z.strictObject({
  version: z.string(),
  scene: z.strictObject({
    label: z.string(),
    columns: number,
    rows: number,
    planes: number,
    hfovDegrees: number,
    meanLuminance: number,
    whiteLuminance: number,
  }),
  illuminant: z.strictObject({ label: z.string(), xy: two, cct: number.optional() }),
  optics: z.strictObject({
    label: z.string(),
    focalLengthMm: number,
    fNumber: number,
    whiteIlluminanceLux: number,
    meanIlluminanceLux: number,
    imageColumns: number,
    imageRows: number,
    sceneSamplesPerPixel: number,
    ifovDegrees: number,
    nyquistLinePairsPerMm: number,
    cutoffLinePairsPerMm: number,
    focus: z
      .strictObject({
        objectDistanceM: number.nullable(),
        focusDistanceM: number.nullable(),
        focusShiftUm: number,
        magnification: number,
        circleOfConfusionUm: number,
        hyperfocalM: number.nullable(),
        nearM: number.nullable(),
        farM: number.nullable(),
        autofocus: z.strictObject({ linePairsPerMm: number, modulation: number }).nullable(),
      })
      .optional(),
    stray: z
      .strictObject({
        transmission: number,
        scatterPercent: number,
        veilingGlarePercent: number,
        ghosts: z.array(
          z.strictObject({
            first: z.union([number, z.literal('sensor')]),
            second: number,
            share: number,
            centroidYMm: number,
            rmsRadiusMm: number,
            farthestMm: number,
            strengthPerMm2: number,
          }),
        ),
        ghostPercent: number,
        leftOutPercent: number,
      })
      .optional(),
    depth: z
      .strictObject({
        layers: number,
        nearM: number.nullable(),
        farM: number.nullable(),
        unknownPercent: number,
        hiddenPercent: number,
      })
      .optional(),
    figures: z
      .strictObject({
        heightMm: number,
        fieldDegrees: number,
        isImageCircle: z.boolean(),
        distortionPercent: number,
        lateralColourPixels: number,
        chiefRayDegrees: number,
        relativeIllumination: number,
        alongRadius: z.array(
          z.strictObject({
            heightMm: number,
            distortionPercent: number,
            lateralColourPixels: number,
            relativeIllumination: number,
          }),
        ),
        modulation,
      })
      .optional(),
    forming: z
      .strictObject({
        oversampling: number,
        binning: number.optional(),
        workingPitch: number,
        kernelSamples: number,
        nodes: number,
        bands: number,
        tables: z.enum(['traced', 'cached']),
        tracedMilliseconds: number.optional(),
        lostShare: number,
        darkenedShare: number,
      })
      .optional(),
  }),
  sensor: z
    .strictObject({
      label: z.string(),
      channels: z.array(z.string()).optional(),
      bits: number,
      exposureSeconds: number,
      exposureReason: z.string(),
      meter: z.strictObject({
        seconds: number,
        reason: z.string(),
        metered: z
          .strictObject({ cells: number, share: number, of: z.enum(['inside the scene', 'lit']) })
          .optional(),
        limit: z
          .strictObject({
            bound,
            channel: number,
            headroomStops: number,
            heldBackStops: number,
          })
          .optional(),
      }),
      stopsFromMeter: number.optional(),
      electronsAtWhite: z.array(number),
      stopsOverSaturation: z.array(number.nullable()),
      snrAtWhite: number,
      snrAtGrey18: number,
      dynamicRangeDb: number,
      gainTimes: number,
      gainDb: number,
      conversionGainMicrovolts: number,
      electronsPerCode: number,
      readNoiseElectrons: number,
      dsnuElectrons: number,
      prnuPercent: number,
      saturationElectrons: number,
      saturationBound: bound,
      clippedPercent: z.array(number),
      neutralGains: gains.optional(),
      ...chip,
    })
    .optional(),
  isp: z
    .strictObject({
      label: z.string(),
      modules: z.array(z.strictObject({ ids: z.array(z.string()), label: z.string(), ms: number })),
      path,
      saturation: number,
      deadPixels: z.strictObject({ replaced: number, isolatedBright: number }).optional(),
      clippedPercent: z.record(z.string(), percent),
      configuredGains: gains.optional(),
      whiteBalance: z
        .strictObject({
          configured: gains.optional(),
          neutral: gains,
          shownWhite: triple,
          looks: z.string(),
          blueOverRedPercent: number,
          greenPercent: number,
          from: z.enum(WHITE_BALANCE_RULES).optional(),
          red: number.optional(),
          blue: number.optional(),
          cells: number.optional(),
        })
        .optional(),
      colourMatrix: ruledMatrix.optional(),
      ...corrections,
    })
    .optional(),
  referenceIsp: z
    .strictObject({
      label: z.string(),
      replacedPixels: number.optional(),
      floorElectrons: number,
      whiteBalance: z.strictObject({
        from: z.enum(WHITE_BALANCE_RULES),
        gains: z.array(number),
        cells: number.optional(),
      }),
      colourMatrix: ruledMatrix,
      ...corrections,
    })
    .optional(),
  algorithm: algorithm.optional(),
  measurements: z.array(measurement),
  seeds: z.strictObject({ temporal: number, fixedPattern: number }),
  path,
  threads: number,
  device: z
    .strictObject({ name: z.string(), kind: z.enum(['hardware', 'software']), tolerance: number })
    .optional(),
  stages: z.array(
    z.strictObject({
      name: z.string(),
      ms: number,
      fromMemory: z.enum(['all', 'part']).optional(),
    }),
  ),
  totalMs: number,
  peakRssBytes: number.optional(),
});

/** How many entries a list has. */
const COUNT = 'length';

/**
 * The steps of a dotted name: `sensor.electronsAtWhite.1` and `sensor.electronsAtWhite[1]` are the
 * same.
 */
export const stepsOf = (name: string): string[] => name.replace(/\[(\d+)\]/g, '.$1').split('.');

/** The schema of a value itself, without `optional` and `nullable`. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? bare(schema.unwrap())
    : schema;
}

/**
 * The members of a list that are found by their own name instead of an index:
 * `measurements.colour.mean`.
 */
function named({
  element,
}: z.ZodArray): readonly { readonly name: string; readonly member: z.ZodObject }[] {
  const at = bare(element);
  const options = at instanceof z.ZodUnion ? at.options : [at];
  return options.flatMap((option) => {
    const name: unknown = option instanceof z.ZodObject ? option.shape['name'] : undefined;
    return name instanceof z.ZodLiteral
      ? [{ name: String(name.value), member: option as z.ZodObject }]
      : [];
  });
}

/** The schemas that a step can lead to. */
function below(schema: z.core.$ZodType, step: string): readonly z.core.$ZodType[] {
  const at = bare(schema);
  if (at instanceof z.ZodUnion) return at.options.flatMap((option) => below(option, step));
  if (at instanceof z.ZodObject) return step in at.shape ? [at.shape[step] as z.core.$ZodType] : [];
  if (at instanceof z.ZodRecord) return [at.valueType];
  const index = /^\d+$/.test(step) ? Number(step) : NaN;
  if (at instanceof z.ZodTuple) {
    const { items } = at.def;
    return index < items.length ? [items[index]!] : [];
  }
  if (at instanceof z.ZodArray) {
    if (step === COUNT) return [number];
    return index >= 0
      ? [at.element]
      : named(at).flatMap(({ name, member }) => (name === step ? [member] : []));
  }
  return [];
}

/** Names of the numbers in report.json. */
function figureNames(schema: z.core.$ZodType = reportSchema, path = ''): string[] {
  const at = bare(schema);
  const inside = (step: string | number, next: z.core.$ZodType): string[] =>
    figureNames(next, path === '' ? String(step) : `${path}.${step}`);
  if (at instanceof z.ZodNumber) return [path];
  if (at instanceof z.ZodUnion) return at.options.flatMap((option) => figureNames(option, path));
  if (at instanceof z.ZodObject)
    return Object.entries(at.shape).flatMap(([key, next]) => inside(key, next as z.core.$ZodType));
  if (at instanceof z.ZodTuple) return at.def.items.flatMap((item, index) => inside(index, item));
  if (at instanceof z.ZodArray)
    return [`${path}.${COUNT}`, ...named(at).flatMap(({ name, member }) => inside(name, member))];
  return [];
}

/**
 * Every figure that a sweep can measure; of those inside lists whose length varies, the ones that
 * the measurements name.
 */
export const FIGURE_NAMES: readonly string[] = [
  ...new Set(figureNames()),
  ...(MEASUREMENTS as readonly MeasurementDescriptor[]).flatMap(({ name, listFigures = [] }) =>
    listFigures.map((figure) => `measurements.${name}.${figure}`),
  ),
];

/** Whether a dotted name leads to a number of report.json. */
export function isFigure(name: string): boolean {
  let at: readonly z.core.$ZodType[] = [reportSchema];
  for (const step of stepsOf(name)) at = at.flatMap((schema) => below(schema, step));
  return at.some((schema) => bare(schema) instanceof z.ZodNumber);
}

/** The number of a report under a dotted name; undefined where this report has none. */
export function figureOf(report: SimulationReport, name: string): number | undefined {
  let at: unknown = report;
  for (const step of stepsOf(name)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at =
      Array.isArray(at) && !/^(\d+|length)$/.test(step)
        ? (at as readonly { readonly name?: string }[]).find((member) => member.name === step)
        : (at as Readonly<Record<string, unknown>>)[step];
  }
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined;
}
