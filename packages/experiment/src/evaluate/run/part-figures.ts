import { lensDesign, type LensFile, type SimulationPlan } from '@lumenloom/engine';

/** What a figure of a part is made of. */
interface Part {
  readonly plan: SimulationPlan;
  /** The lens that the plan names or holds; undefined for the ideal one. */
  readonly lens: LensFile | undefined;
}

const ofLens =
  (figure: (design: ReturnType<typeof lensDesign>) => number) =>
  ({ lens }: Part): number | undefined =>
    lens && figure(lensDesign(lens));
const ofSensor =
  (figure: (grid: SimulationPlan['grid']) => number) =>
  ({ plan }: Part): number | undefined =>
    plan.sensor && figure(plan.grid);

/**
 * Figures of the parts of a camera, which formulas of size and cost need and no report has: they
 * follow from the plan. Lengths in mm; the track is from the first vertex to the sensor.
 */
const FIGURES: ReadonlyMap<string, (part: Part) => number | undefined> = new Map([
  ['lens.totalTrackMm', ofLens(({ imagePlaneMm }) => imagePlaneMm)],
  [
    'lens.largestDiameterMm',
    ofLens(({ surfaces }) => 2 * Math.max(...surfaces.map(({ semiDiameterMm }) => semiDiameterMm))),
  ],
  ['lens.elements', ofLens(({ surfaces }) => surfaces.filter(({ glass }) => glass).length)],
  ['sensor.dieWidthMm', ofSensor(({ columns, pitch }) => columns * pitch * 1e3)],
  ['sensor.dieHeightMm', ofSensor(({ rows, pitch }) => rows * pitch * 1e3)],
  ['sensor.megapixels', ofSensor(({ rows, columns }) => (rows * columns) / 1e6)],
]);

/** Names of the figures of parts. */
export const PART_FIGURES: readonly string[] = [...FIGURES.keys()];

/** Whether a study can name a figure that is no number of report.json. */
export const isPartFigure = (name: string): boolean => FIGURES.has(name);

/** A figure of a part; undefined where the camera lacks it. */
export const partFigure = (name: string, part: Part): number | undefined =>
  FIGURES.get(name)?.(part);
