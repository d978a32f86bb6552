import type { Table } from '../text/json-fields.ts';
import type { TwinComparison } from './compare/compare-twin.ts';
import type { ComparedFigure, TwinVerdict } from './compare/figures.ts';
import type { GridCalibration } from './calibrate-grid.ts';
import { colourTable } from './estimate-colour.ts';
import { illuminationTable, lensDocument, sfrOf, type KnownSfr } from './estimate-lens.ts';
import type { TwinEstimate } from './twin-estimate.ts';
import { edgeLight } from './edge-light.ts';
import { ispTable } from './estimate-isp.ts';
import type { TwinFigures } from './figure.ts';
import type { TwinManifest } from './manifest.ts';
import { sensorDocument } from './sensor-document.ts';
import { withinLimits } from './within-limits.ts';
import { wantedFrames, type Wanted } from './wanted.ts';

/** What a twin is, as twin.json has it. */
export interface TwinDocument {
  readonly version: 1;
  readonly name: string;
  readonly figures: TwinFigures;
  readonly lens: {
    /** OpenCV's; null without a grid. */
    readonly calibration: Table | null;
    /** Share of the light against the share of the half diagonal; null without flats. */
    readonly illumination: ReturnType<typeof illuminationTable> | null;
    readonly sfr: readonly KnownSfr[];
  };
  /** Colours of charts as they are and as the sensor file has them; null without charts. */
  readonly colour: ReturnType<typeof colourTable> | null;
  /** Gains, matrix, curve and sharpening; null where no chart was developed. */
  readonly isp: ReturnType<typeof ispTable> | null;
  readonly wanted: readonly Wanted[];
  readonly assumed: readonly string[];
  readonly notDetermined: readonly string[];
  readonly notes: readonly string[];
  /** Figures of the camera's frames beside those of its twin; none where they are not compared. */
  readonly compared: readonly ComparedFigure[];
  readonly verdict: TwinVerdict | null;
}

/** The files of a twin. */
export interface TwinDocuments {
  readonly twin: TwinDocument;
  /** A sensor file. */
  readonly sensor: Table;
  /** A measured lens; undefined where the manifest has not what it needs. */
  readonly lens: Table | undefined;
}

/** With pixel centres at whole numbers, as OpenCV has them. */
const calibrationTable = ({ focal, centre, radial, rmsPx }: GridCalibration): Table => ({
  model: 'plumb_bob',
  fx: focal,
  fy: focal,
  cx: centre[0] - 0.5,
  cy: centre[1] - 0.5,
  coefficients: [radial[0]!, radial[1]!, 0, 0, radial[2] ?? 0],
  rmsPx,
});

/**
 * The documents of a twin.
 *
 * @param celsius temperature for which dark current is stated.
 * @see docs/reference/twin.md#t7
 */
export function twinDocument(
  whole: TwinEstimate,
  manifest: TwinManifest,
  celsius: number,
): TwinDocuments {
  const { sensor: estimate, lens, colour, isp } = whole;
  const { document: sensor, assumed } = sensorDocument(estimate, manifest, celsius, colour);
  const figures = { ...estimate.figures, ...lens.figures, ...isp?.figures };
  const { calibration, shading } = lens;
  const file = lensDocument(lens, manifest, {
    layout: estimate.layout,
    light: edgeLight(whole),
  });
  const within = file && withinLimits(file);
  return {
    sensor,
    lens: within?.document,
    twin: {
      version: 1,
      name: manifest.name,
      figures,
      lens: {
        calibration: calibration ? calibrationTable(calibration) : null,
        illumination: shading ? illuminationTable(shading, estimate.layout) : null,
        sfr: sfrOf(lens),
      },
      colour: colour ? colourTable(colour) : null,
      isp: isp ? ispTable(isp) : null,
      wanted: wantedFrames(estimate, celsius),
      assumed: [...assumed, ...lens.assumed],
      notDetermined: Object.entries(figures)
        .filter(([, { status }]) => status === 'not determined')
        .map(([key, { note }]) => `${key}: ${note}`),
      notes: [...estimate.notes, ...lens.notes, ...(within?.notes ?? []), ...(isp?.notes ?? [])],
      compared: [],
      verdict: null,
    },
  };
}

/** The document of a twin with what its frames and those of the camera are alike in. */
export const withComparison = (
  twin: TwinDocument,
  { compared, verdict, notes }: TwinComparison,
): TwinDocument => ({ ...twin, notes: [...twin.notes, ...notes], compared, verdict });
