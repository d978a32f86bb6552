import {
  EMVA_FIGURES,
  SimulationError,
  characteriseSensor,
  monochromaticLight,
  type LabPlan,
} from '@lumenloom/engine';
import {
  USUAL_DELTA,
  USUAL_EPSILON,
  USUAL_GAP,
  USUAL_THRESHOLD,
  contrastOfCamera,
  flickerOfCamera,
  informationOfCamera,
  informationOfObjects,
} from '@lumenloom/engine/lab';
import {
  CYCLES,
  comparedFigures,
  ofSources,
  finite,
  modelled,
  under,
  type LabCamera,
  type ReadCurve,
  type ReadFigure,
  type Reading,
} from '../reading.ts';
import { edgeInFrames } from './edge-frames.ts';
import { noiseFrames } from './noise.ts';

/** Share of pairs that show their contrast from which on it counts as found. */
const FOUND = 0.9;

/** Whether the contrast of pairs of squares is found. */
export async function readContrast({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const found = await contrastOfCamera(plan, host, USUAL_EPSILON, noiseFrames(isDraft));
  const figures: ReadFigure[] = [];
  const curves: ReadCurve[] = [];
  for (const source of ['raw', 'developed'] as const) {
    const pairs = found[source];
    if (!pairs) continue;
    const prefix = source === 'raw' ? '' : 'developed.';
    const brightest = Math.max(...pairs.map(({ level }) => level));
    const shown = pairs.flatMap(({ nominal, level, contrastDetection }) =>
      level === brightest && contrastDetection >= FOUND ? [nominal] : [],
    );
    figures.push({
      ...{ key: `${prefix}least`, label: 'Smallest contrast that 90 % of pairs show', unit: '' },
      value: shown.length === 0 ? null : Math.min(...shown),
      ...{ true: null, condition: `at ${brightest} of white`, source },
    });
    for (const [i, { nominal, level, contrastDetection }] of pairs.entries())
      figures.push({
        key: under(`${prefix}contrastDetection`, nominal, level),
        label: `Contrast ${nominal} at ${level} of white: detection`,
        value: contrastDetection,
        unit: '',
        true: source === 'raw' ? found.true[i]!.contrastDetection : null,
        ...{ condition: '', source },
      });
    for (const nominal of new Set(pairs.map((pair) => pair.nominal))) {
      const at = pairs.flatMap((pair, i) => (pair.nominal === nominal ? [{ ...pair, i }] : []));
      const rising = at.toSorted((a, b) => a.level - b.level);
      curves.push({
        key: under(`${prefix}contrastDetection`, nominal),
        label: `${source}, contrast ${nominal}`,
        x: rising.map(({ level }) => level),
        y: rising.map(({ contrastDetection }) => contrastDetection),
        xUnit: 'share of white',
        yUnit: 'share of pairs',
        true: source === 'raw' ? rising.map(({ i }) => found.true[i]!.contrastDetection) : null,
      });
    }
  }
  return { figures, curves };
}

const HERTZ = 30;
const flickerFrames = (isDraft: boolean): number => (isDraft ? 4 : 16);

const FLICKER = {
  modulationIndex: { label: 'Modulation index', unit: '' },
  detectionIndex: { label: 'Frames that show the lamp lit', unit: '' },
  mitigationProbability: { label: 'Frames near the mean', unit: '' },
  clipped: { label: 'Saturated frames', unit: '' },
} as const;

/** What a series of frames shows of the lamp of the recipe. */
export async function readFlicker({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const frames = flickerFrames(isDraft);
  const series = { frames, hertz: HERTZ, threshold: USUAL_THRESHOLD, delta: USUAL_DELTA };
  const found = await flickerOfCamera(plan, host, series);
  return {
    figures: comparedFigures(found, FLICKER, `${frames} frames at ${HERTZ} per second`),
    curves: [],
  };
}

const EMVA_NM = 550;

/** The sensor, after EMVA 1288. */
export async function readEmva({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const { channels, first } = await characteriseSensor(
    plan.sensor,
    {
      light: monochromaticLight(EMVA_NM),
      frames: isDraft ? 2 : 16,
      seeds: plan.seeds,
    },
    host,
  );
  return {
    figures: channels
      .toSorted((a, b) => Number(b.name === first) - Number(a.name === first))
      .flatMap(({ name, measured, standardError, model }) =>
        EMVA_FIGURES.map(({ key, name: label, unit }): ReadFigure => ({
          key: name === first ? key : under(key, name),
          label,
          value: finite(measured[key]),
          unit,
          true: finite(model?.[key]),
          condition: `${name} pixels, ${EMVA_NM} nm`,
          source: 'raw',
          error: { value: finite(standardError[key]), method: 'formula' },
        })),
      ),
    curves: [],
  };
}

const EDGE = {
  capacity: { label: 'Capacity, edge of 4:1', unit: 'bits/px' },
  capacityDisc: { label: 'Capacity in the form of the disc', unit: 'bits/px' },
  edgeErrorPx: { label: 'Error of the place of the edge, from SFR and noise', unit: 'px' },
  edgeErrorMeasuredPx: { label: 'The same, from frame to frame', unit: 'px' },
} as const;

type Edge = Awaited<ReturnType<typeof informationOfCamera>>;

const edgeCurves = (found: Edge): readonly ReadCurve[] =>
  ofSources(found, (one, source, prefix) => [
    {
      key: `${prefix}edge.neq`,
      label: source === 'raw' ? source : 'developed, of this edge',
      x: one.frequency,
      y: one.neq,
      xUnit: CYCLES,
      yUnit: 'NEQ, quanta/px²',
      true: source === 'raw' ? found.true.neq : null,
    },
  ]);

/** How surely the place of an edge is known. */
export async function readEdge({ plan, host, isDraft }: LabCamera): Promise<Reading> {
  const found = await informationOfCamera(plan, host, USUAL_GAP, noiseFrames(isDraft));
  const { edgeErrorPx, edgeErrorMeasuredPx } = EDGE;
  const known = { ...found.true, edgeErrorMeasuredPx: found.true.edgeErrorPx };
  return {
    figures: comparedFigures({ ...found, true: known }, { edgeErrorPx, edgeErrorMeasuredPx }),
    curves: edgeCurves(found),
  };
}

const CLOSED = {
  electrons: { label: 'Electrons of the background', unit: 'e⁻' },
  mtf50: { label: 'MTF50', unit: CYCLES },
  modulationAtHalfNyquist: { label: 'MTF at half Nyquist', unit: '' },
  neqZero: { label: 'NEQ at frequency 0', unit: 'quanta/px²' },
  dqeZero: { label: 'DQE at frequency 0', unit: '' },
  capacity: { label: 'Capacity, edge of 4:1', unit: 'bits/px' },
  capacityDisc: { label: 'Capacity in the form of the disc', unit: 'bits/px' },
  capacityMax: { label: 'Largest capacity', unit: 'bits/px' },
  edgeErrorPx: { label: 'Error of the place of an edge of 20 rows', unit: 'px' },
  mosaicShare: { label: 'Share of green pixels', unit: '' },
} as const;

const OF_OBJECT = {
  objectWidthPx: { label: 'Width of the object', unit: 'px' },
  snriDb: { label: 'SNRi of the ideal observer', unit: 'dB' },
  snriNyquistDb: { label: 'SNRi up to Nyquist', unit: 'dB' },
  neqAtObject: { label: 'NEQ at the object', unit: 'quanta/px²' },
  contrastDetection: { label: 'Contrast detection of the object', unit: '' },
} as const;

/** Fields of labParams that a recipe may leave blank, in the units of the engine. */
const USUAL_OBJECT: LabPlan = {
  objectWidth: (0.2 * Math.PI) / 180,
  objectRatio: 1,
  objectContrast: 0.5,
  backgroundShare: 0.18,
  field: 0,
};

/** The back of a car, metres, and how far it is. */
const [CAR, DISTANCES] = [{ width: 1.8, height: 0.5 }, [50, 100, 200]] as const;

interface AskedObject {
  readonly name?: string;
  readonly condition: string;
  readonly lab: LabPlan;
}

const carsOf = (lab: LabPlan): readonly AskedObject[] =>
  DISTANCES.map((metres) => ({
    name: `${metres} m`,
    condition: `${CAR.width} × ${CAR.height} m at ${metres} m, contrast ${lab.objectContrast}`,
    lab: {
      ...lab,
      objectWidth: Math.atan(CAR.width / metres),
      objectRatio: CAR.height / CAR.width,
    },
  }));

const degreesOf = ({ objectWidth, objectContrast }: LabPlan): string =>
  `object of ${Number(((objectWidth * 180) / Math.PI).toPrecision(4))}°, contrast ${objectContrast}`;

const readObjects =
  (objectsOf: (lab: LabPlan) => readonly AskedObject[]) =>
  async (camera: LabCamera): Promise<Reading> => {
    const { plan, host } = camera;
    const asked = objectsOf(plan.lab ?? USUAL_OBJECT);
    const found = await informationOfObjects(
      plan,
      host,
      asked.map(({ lab }) => lab),
    );
    const [first] = found;
    if (!first)
      throw new SimulationError(
        'bad-parameter',
        'the transfer of a lens with tilted surfaces is not known in closed form.',
        'optics',
      );
    const { found: edge, frames } = await edgeInFrames(camera);
    const { edgeErrorMeasuredPx: _, ...ofEdge } = EDGE;
    return {
      figures: [
        ...Object.entries(CLOSED).map(([key, { label, unit }]) =>
          modelled(key, label, finite(first[key as keyof typeof CLOSED]), unit),
        ),
        ...asked.flatMap(({ name, condition }, i) =>
          Object.entries(OF_OBJECT).map(([key, { label, unit }]) =>
            modelled(
              name === undefined ? key : under(key, name),
              label,
              finite(found[i]![key as keyof typeof OF_OBJECT]),
              unit,
              condition,
            ),
          ),
        ),
        ...comparedFigures(edge, ofEdge).map((figure) => ({
          ...figure,
          key:
            figure.source === 'raw'
              ? `edge.${figure.key}`
              : figure.key.replace('developed.', 'developed.edge.'),
          condition: figure.source === 'raw' ? `from ${frames}` : `from ${frames}; of this edge`,
        })),
      ],
      curves: edgeCurves(edge),
    };
  };

export const readInformation = readObjects((lab) => [{ condition: degreesOf(lab), lab }]);
/** The same with the backs of cars as objects. */
export const readCars = readObjects(carsOf);
