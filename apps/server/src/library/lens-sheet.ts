import type { LensSheet, SheetPlot } from '@lumenloom/contract';
import {
  SimulationError,
  axialFocus,
  drawLens,
  fieldFoci,
  lensDirections,
  lensGeometry,
  lensReport,
  modulationTransferCurves,
  spotDiagram,
  type FieldGeometry,
  type LensDesign,
} from '@lumenloom/engine';

/** The Fraunhofer lines F, d and C, nm: those of `lumenloom lens`. */
const WAVELENGTHS = [486.1327, 587.5618, 656.2725] as const;
const MIDDLE = WAVELENGTHS[1];
/** Fields of drawing, spots and MTF, as shares of the half field. */
const FIELDS = [0, 0.5, 0.7, 1] as const;
const STEPS = 20;
/** On the axis itself distortion is 0/0. */
const NEAR_AXIS = 1e-3;
export const FRACTIONS = Array.from({ length: STEPS + 1 }, (_, step) =>
  Math.max(NEAR_AXIS, step / STEPS),
);
/** The MTF is given up to this, lp/mm. */
const HIGHEST_FREQUENCY = 200;
const FREQUENCY_STEP = 10;

const degreesOf = (design: LensDesign, fraction = 1): number =>
  (fraction * design.halfField * 180) / Math.PI;

/** First order and field in a line. */
export function lensSummary(design: LensDesign): string {
  const [figures] = lensReport(design, [MIDDLE], []).firstOrder;
  const { surfaces, focalLengthMm } = design;
  return `f = ${focalLengthMm.toPrecision(4)} mm, f/${figures!.workingFNumber.toFixed(2)}, half field ${degreesOf(design).toFixed(1)}°, ${surfaces.length} surfaces`;
}

/** The lens with its rays as SVG; '' where no ray of a field gets through. */
export const drawingOf = (design: LensDesign): string =>
  orProblem(
    () => drawLens(design, MIDDLE, [0, 0.7, 1]),
    () => '',
  );

/**
 * The figures that a lens designer looks at first. A part that cannot be computed is left out, and
 * the sheet says why.
 */
export function lensSheet(design: LensDesign): LensSheet {
  const problems: string[] = [];
  const parts = <Part>(what: string, compute: () => readonly Part[]): Part[] => [
    ...orProblem(compute, (sentence) => {
      problems.push(`${what}: ${sentence}`);
      return [];
    }),
  ];
  return {
    figures: parts('First order', () => firstOrderOf(design)),
    spots: parts('Spot diagrams', () =>
      FIELDS.map((fraction) => ({ ...spotDiagram(design, WAVELENGTHS, fraction) })),
    ).map(({ rays, ...spot }) => ({ ...spot, rays: [...rays] })),
    plots: [
      ...parts('MTF', () => [modulationPlot(design)]),
      ...parts('Distortion and light', () =>
        geometryPlots(lensGeometry(design, FRACTIONS), directionOf(design)),
      ),
      ...parts('Field curvature', () => [curvaturePlot(design)]),
    ],
    problems,
  };
}

function orProblem<Value>(compute: () => Value, refused: (sentence: string) => Value): Value {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return refused(error.message);
  }
}

function firstOrderOf(design: LensDesign): LensSheet['figures'] {
  const [figures] = lensReport(design, [MIDDLE], []).firstOrder;
  const mm = (value: number): string => `${value.toPrecision(5)} mm`;
  const placed = (z: number, vertex: string): string =>
    `${mm(Math.abs(z))} ${z < 0 ? 'before' : 'behind'} the ${vertex} vertex`;
  return [
    { name: 'Focal length', value: mm(figures!.eflMm) },
    { name: 'Back focal length', value: mm(figures!.bflMm) },
    { name: 'Working f-number', value: `f/${figures!.workingFNumber.toFixed(3)}` },
    {
      name: 'Entrance pupil',
      value: `${mm(figures!.entrancePupilDiameterMm)} wide, ${placed(figures!.entrancePupilZMm, 'first')}`,
    },
    {
      name: 'Exit pupil',
      value: `${mm(figures!.exitPupilDiameterMm)} wide, ${placed(figures!.exitPupilZMm, 'last')}`,
    },
    { name: 'Half field', value: `${degreesOf(design).toFixed(2)}°` },
    { name: 'Sensor', value: placed(design.imageDistanceMm, 'last') },
    { name: 'Focus on the axis', value: focusInWords(design) },
  ];
}

/** Where the sensor stands to the sharpest focus, and what that costs. */
function focusInWords(design: LensDesign): string {
  const { sensorBehindMm, blurUm, sharpestUm } = axialFocus(design);
  const off = `${Math.abs(sensorBehindMm).toPrecision(2)} mm ${sensorBehindMm < 0 ? 'behind' : 'before'} the sensor`;
  return `sharpest ${off}; blur ${blurUm.toPrecision(2)} µm on it, at best ${sharpestUm.toPrecision(2)} µm (RMS radius)`;
}

/** Where fields lie, as the end of a title; nothing where all directions are the same. */
function directionOf(design: LensDesign): string {
  const { towards } = lensDirections(design)[0]!;
  return towards === undefined ? '' : `, field towards ${towards}`;
}

const modulationPlot = (design: LensDesign): SheetPlot =>
  modulationOver(`MTF at 587.6 nm${directionOf(design)}`, (fraction, x) => ({
    ...modulationTransferCurves(design, MIDDLE, fraction, x),
    degrees: degreesOf(design, fraction),
  }));

/** The modulation of three fields over the frequency. */
export function modulationOver(
  title: string,
  curvesOf: (
    fraction: number,
    frequencies: readonly number[],
  ) => {
    readonly degrees: number;
    readonly tangential: number[];
    readonly sagittal: number[];
  },
): SheetPlot {
  const x = Array.from(
    { length: HIGHEST_FREQUENCY / FREQUENCY_STEP + 1 },
    (_, step) => step * FREQUENCY_STEP,
  );
  return {
    title,
    xLabel: 'lp/mm',
    yLabel: 'modulation',
    curves: [0, 0.7, 1].flatMap((fraction) => {
      const { degrees, tangential, sagittal } = curvesOf(fraction, x);
      const name = `${degrees.toFixed(1)}°`;
      return fraction === 0
        ? [{ name, x, y: tangential }]
        : [
            { name: `${name} T`, x, y: tangential },
            { name: `${name} S`, x, y: sagittal },
          ];
    }),
  };
}

/** Distortion, light, chief rays and lateral colour over the field. */
export function geometryPlots(fields: readonly FieldGeometry[], direction: string): SheetPlot[] {
  const over = (
    title: string,
    yLabel: string,
    name: string,
    valueOf: (field: (typeof fields)[number]) => number,
  ): SheetPlot => ({
    title: `${title}${direction}`,
    xLabel: 'field, °',
    yLabel,
    curves: [{ name, x: fields.map(({ fieldDegrees }) => fieldDegrees), y: fields.map(valueOf) }],
  });
  return [
    over(
      'Distortion against f·tan(field)',
      '%',
      '550 nm',
      ({ distortionPercent }) => distortionPercent,
    ),
    over('Relative illumination', '%', '550 nm', (field) => 100 * field.relativeIllumination),
    over('Chief-ray angle', '°', '550 nm', ({ chiefRayAngleDegrees }) => chiefRayAngleDegrees),
    over('Lateral colour', 'µm', '650 − 450 nm', ({ lateralColourUm }) => lateralColourUm),
  ];
}

function curvaturePlot(design: LensDesign): SheetPlot {
  const foci = fieldFoci(design, MIDDLE, FRACTIONS);
  const x = foci.map(({ fieldDegrees }) => fieldDegrees);
  return {
    title: `Field curvature${directionOf(design)}`,
    xLabel: 'field, °',
    yLabel: 'focus behind the sensor, mm',
    curves: [
      { name: 'T', x, y: foci.map(({ tangentialMm }) => tangentialMm) },
      { name: 'S', x, y: foci.map(({ sagittalMm }) => sagittalMm) },
    ],
  };
}
