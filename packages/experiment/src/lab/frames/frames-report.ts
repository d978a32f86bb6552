import type {
  LabCameraReport,
  LabChart,
  LabProfile,
  LabReport,
  LabSectionReport,
} from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import type { ReadFigure, Reading } from '../reading.ts';
import { sectionsOf } from '../sections/list.ts';
import { curveOf, figureOf } from '../uncertainty.ts';
import type { ChartFrames } from './chart-frames.ts';
import {
  colourOfFrames,
  contrastOfFrames,
  flickerOfFrames,
  gridOfFrames,
  lateralOfFrames,
  noiseOfFrames,
  shadingOfFrames,
  stepsOfFrames,
  tvOfFrames,
  visualNoiseOfFrames,
} from './read-light.ts';
import {
  acutanceOfEdge,
  acutanceOfLeaves,
  edgeOfFrames,
  informationOfFrames,
  sfrOfFrames,
  starOfFrames,
  textureOfFrames,
} from './read-sharpness.ts';

/** What a section reads from frames of a chart. */
interface ChartReader {
  readonly chart: LabChart;
  readonly read: (frames: ChartFrames) => Reading;
}

const READERS: Readonly<Record<string, readonly ChartReader[]>> = {
  sfr: [{ chart: 'Slanted Edge', read: sfrOfFrames }],
  star: [{ chart: 'Sine Star', read: starOfFrames }],
  texture: [{ chart: 'Dead Leaves', read: textureOfFrames }],
  noise: [{ chart: 'Uniform Field', read: noiseOfFrames }],
  steps: [{ chart: 'Grey Steps', read: stepsOfFrames }],
  colour: [{ chart: 'Macbeth', read: colourOfFrames }],
  geometry: [{ chart: 'Gridlines', read: gridOfFrames }],
  lateralColour: [{ chart: 'Gridlines', read: lateralOfFrames }],
  tvDistortion: [{ chart: 'Gridlines', read: tvOfFrames }],
  shading: [{ chart: 'Uniform Field', read: shadingOfFrames }],
  information: [{ chart: 'Slanted Edge', read: informationOfFrames }],
  edge: [{ chart: 'Slanted Edge', read: edgeOfFrames }],
  contrast: [{ chart: 'Contrast Pairs', read: contrastOfFrames }],
  flicker: [{ chart: 'Flicker', read: flickerOfFrames }],
  acutance: [
    { chart: 'Slanted Edge', read: acutanceOfEdge },
    { chart: 'Dead Leaves', read: acutanceOfLeaves },
  ],
  visualNoise: [{ chart: 'Uniform Field', read: visualNoiseOfFrames }],
};

/** What to photograph for each chart. */
const REQUESTS: Readonly<Record<LabChart, string>> = {
  'Slanted Edge':
    'one frame or more, region of one straight edge of 4:1, 5° from upright, 60 × 80 px at least; params: black',
  'Sine Star': 'one frame; params: centre, cycles, modulation',
  'Dead Leaves': "one frame, region of at least 256 px, and the chart's seed: params of the chart",
  'Uniform Field': 'two frames or more of an even field, 8 are better; params: black, block',
  'Grey Steps': 'two frames or more; params: patches, luminance, saturation',
  'Contrast Pairs': 'two frames or more; params: pairs',
  Flicker: '16 frames of an even field under the lamp; params: off, saturation, black',
  Macbeth: 'one developed picture; params: corners, light',
  Gridlines:
    'no frame but params: points and ideal, or left, centre and right, or red, green, blue',
};

/** A real camera, as its manifest names it. */
export interface RealCamera {
  readonly name: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** Facts of the section of conditions. */
  readonly facts: readonly (readonly [
    key: string,
    label: string,
    value: string | number,
    unit: string,
  ])[];
  readonly frames: readonly ChartFrames[];
  /** After EMVA 1288, where the manifest lists such frames. */
  readonly emva?: Reading | undefined;
}

/** What of a real camera is read, and what is not. */
export interface FramesReport {
  readonly camera: LabCameraReport;
  readonly missing: LabReport['missing'];
}

/** Charts that a profile needs and a camera has no frames of, with what to photograph. */
export function requestsOf(
  profile: LabProfile,
  { frames, emva }: Pick<RealCamera, 'frames' | 'emva'>,
): readonly string[] {
  const wanted = sectionsOf(profile).flatMap(({ id }) =>
    (READERS[id] ?? []).map(({ chart }) => chart),
  );
  return [
    ...[...new Set(wanted)]
      .filter((chart) => !frames.some((one) => one.chart === chart))
      .map((chart) => `${chart}: ${REQUESTS[chart]}.`),
    ...(sectionsOf(profile).some(({ id }) => id === 'emva') && !emva
      ? ['EMVA 1288: pairs of frames from dark to saturation, as lumenloom emva1288 reads them.']
      : []),
  ];
}

/**
 * The sections of a profile from frames of a real camera.
 *
 * @throws SimulationError whose field begins with the entry of the manifest, `frames[2].roi`.
 */
export function framesReport(profile: LabProfile, real: RealCamera): FramesReport {
  const sections: LabSectionReport[] = [];
  const missing: LabReport['missing'] = [];
  for (const { id, title, after } of sectionsOf(profile)) {
    const readings = readingsOf(id, real);
    if (typeof readings === 'string') missing.push({ id, reason: readings });
    else
      sections.push({
        ...{ id, title, after },
        figures: readings.flatMap(({ figures }) =>
          figures.map((one) => figureOf(id, [one], 'one reading')),
        ),
        curves: readings.flatMap(({ curves }) => curves.map((one) => curveOf(id, [one]))),
      });
  }
  const { name, manifest } = real;
  return { camera: { name, recipe: null, manifest: { ...manifest }, sections }, missing };
}

/** What a section reads, or why it reads nothing. */
function readingsOf(id: string, real: RealCamera): readonly Reading[] | string {
  if (id === 'conditions') return [conditionsOf(real)];
  if (id === 'emva') return real.emva ? [real.emva] : 'Not measured: no frames after EMVA 1288.';
  const readers = READERS[id];
  if (!readers) return 'Not measured: it is read of simulated cameras alone.';
  const found = readers.flatMap(({ chart, read }) =>
    real.frames.flatMap((frames) =>
      frames.chart === chart ? [readAt(frames.at, () => read(frames))] : [],
    ),
  );
  const readings = distinct(found);
  const charts = readers.map(({ chart }) => chart).join(' and ');
  return readings.some(({ figures }) => figures.length > 0)
    ? readings
    : `Not measured: no frame of ${charts}.`;
}

/** The first figure and curve of each key: a second frame of a place says nothing new. */
function distinct(readings: readonly Reading[]): readonly Reading[] {
  const [figures, curves] = [new Set<string>(), new Set<string>()];
  const isNew =
    (keys: Set<string>) =>
    ({ key }: { readonly key: string }) => {
      const wasThere = keys.has(key);
      keys.add(key);
      return !wasThere;
    };
  return readings.map((reading) => ({
    figures: reading.figures.filter(isNew(figures)),
    curves: reading.curves.filter(isNew(curves)),
  }));
}

function readAt(i: number, read: () => Reading): Reading {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const place = `frames[${i}]`;
    throw new SimulationError(
      error.code,
      error.message,
      error.field === undefined ? place : `${place}.${error.field}`,
    );
  }
}

const conditionsOf = ({ facts }: RealCamera): Reading => ({
  figures: facts.map(([key, label, value, unit]): ReadFigure => ({
    ...{ key, label, value, unit, true: null, condition: '', source: 'frames' },
    still: 'the manifest says it',
  })),
  curves: [],
});
