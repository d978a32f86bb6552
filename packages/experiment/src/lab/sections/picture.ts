import { pictureCamera, veilingGlare } from '@lumenloom/engine';
import { colourOfCamera, gridOfCamera, shadingOfCamera } from '@lumenloom/engine/lab';
import {
  comparedFigures,
  finite,
  modelled,
  under,
  type LabCamera,
  type Named,
  type ReadFigure,
  type Reading,
} from '../reading.ts';

const COLOUR = {
  mean: { label: 'CIEDE2000, mean', unit: '' },
  median: { label: 'CIEDE2000, median', unit: '' },
  max: { label: 'CIEDE2000, largest', unit: '' },
  whiteBalanceErrorC: { label: 'Chroma of the greys off', unit: '' },
  whiteBalanceErrorK: { label: 'Colour temperature off', unit: 'K' },
  exposureErrorStops: { label: 'Exposure off', unit: 'stops' },
} as const;

/** Colours of the Macbeth chart. @throws Error where the sensor sees none. */
export async function readColour({ plan, host }: LabCamera): Promise<Reading> {
  const found = await colourOfCamera(plan, host);
  if (!found) return { figures: [], curves: [] };
  return {
    figures: Object.entries(COLOUR).map(([key, { label, unit }]) => ({
      ...{ key, label, unit, true: null },
      value: finite(found[key as keyof typeof COLOUR]),
      condition: found.of === 'developed' ? '' : found.of,
      source: found.of === 'developed' ? 'developed' : 'raw',
    })),
    curves: [],
  };
}

const LOCAL = {
  worstPercent: { label: 'Worst local distortion', unit: '%', hasOneTruth: true },
  meanAbsolutePercent: { label: 'Mean of its size', unit: '%', hasOneTruth: true },
} as const;
const TELEVISION = {
  smiaTvPercent: { label: 'SMIA TV distortion', unit: '%', hasOneTruth: true },
  tvPercent: { label: 'TV distortion', unit: '%', hasOneTruth: true },
} as const;
const LATERAL = {
  worstPx: { label: 'Worst distance from green', unit: 'px' },
  meanPx: { label: 'Mean distance from green', unit: 'px' },
  worstRadialPx: { label: 'Worst along the radius', unit: 'px' },
} as const;

type Grid = Awaited<ReturnType<typeof gridOfCamera>>;

const lateralOf = ({ raw }: Grid): readonly ReadFigure[] =>
  (['red', 'blue'] as const).flatMap((colour) => {
    const found = raw[colour];
    return Object.entries(LATERAL).map(([key, { label, unit }]) => ({
      ...{ key: under(key, colour), label: `${label}: ${colour}`, unit, true: null },
      value: finite(found?.[key as keyof typeof LATERAL]),
      condition: found
        ? 'light behind each filter, without noise'
        : `the sensor has no ${colour} pixels beside green ones`,
      source: 'raw',
      still: 'it is the light on the pixels, before noise',
    }));
  });

const ofGrid =
  (names: Readonly<Record<string, Named>>, more: (grid: Grid) => readonly ReadFigure[]) =>
  async ({ plan, host }: LabCamera): Promise<Reading> => {
    const found = await gridOfCamera(plan, host);
    return { figures: [...comparedFigures(found, names), ...more(found)], curves: [] };
  };

export const readTvDistortion = ofGrid(TELEVISION, () => []);
export const readLateralColour = ofGrid({}, lateralOf);

/** Distortion and lateral colour of a grid, and the camera model of its lens. */
export async function readGeometry(camera: LabCamera): Promise<Reading> {
  const { figures, curves } = await ofGrid({ ...LOCAL, ...TELEVISION }, lateralOf)(camera);
  return { figures: [...figures, ...(await cameraModel(camera))], curves };
}

async function cameraModel({ plan }: LabCamera): Promise<readonly ReadFigure[]> {
  const { name, focal, cx, cy, coefficients, rmsPx, worstPx, validToDegrees } =
    await pictureCamera(plan);
  return [
    modelled('model.name', 'Camera model', name, ''),
    modelled('model.focal', 'Focal length', focal, 'px'),
    modelled('model.cx', 'Axis, across', cx, 'px'),
    modelled('model.cy', 'Axis, down', cy, 'px'),
    ...coefficients.map((value, i) =>
      modelled(under('model.coefficients', i), `Coefficient ${i + 1}`, value, ''),
    ),
    modelled('model.rmsPx', 'Residual, RMS', rmsPx, 'px'),
    modelled('model.worstPx', 'Residual, largest', worstPx, 'px'),
    modelled('model.validToDegrees', 'Fitted up to', validToDegrees, '°'),
  ];
}

const SHADING = {
  luminanceShadingPercent: { label: 'Luminance shading', unit: '%', hasOneTruth: true },
  colourShading: { label: 'Colour shading', unit: 'in a*, b*' },
} as const;

/** How evenly an even field is pictured. */
export async function readShading({ plan, host }: LabCamera): Promise<Reading> {
  const figures = comparedFigures(await shadingOfCamera(plan, host), SHADING);
  // One value per pixel has no colour.
  return {
    figures: figures.filter(({ key, value }) => key !== 'colourShading' || value !== null),
    curves: [],
  };
}

/** The veil over a black disc. */
export async function readFlare({ plan, host }: LabCamera): Promise<Reading> {
  const found = await veilingGlare(plan, undefined, host);
  const condition = `black disc of ${Number(found.blackMm.toPrecision(3))} mm in the image`;
  return {
    figures: [
      {
        key: 'flarePercent',
        label: 'Veiling glare on linear raw',
        value: found.flarePercent,
        unit: '%',
        true: found.veilingGlarePercent,
        condition,
        source: 'raw',
      },
      modelled(
        'scatterVeilingGlarePercent',
        'Veiling glare of the scatter alone',
        found.scatterVeilingGlarePercent,
        '%',
        condition,
      ),
    ],
    curves: [],
  };
}
