import type { Table } from '../text/json-fields.ts';
import type { GridCalibration } from './calibrate-grid.ts';
import { colourTable, type ColourEstimate } from './estimate-colour.ts';
import {
  illuminationTable,
  lensDocument,
  type KnownSfr,
  type LensEstimate,
} from './estimate-lens.ts';
import { ispTable, type IspEstimate } from './estimate-isp.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import type { TwinFigures } from './figure.ts';
import type { TwinManifest } from './manifest.ts';
import { sensorDocument } from './sensor-document.ts';
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
}

/** The files of a twin. */
export interface TwinDocuments {
  readonly twin: TwinDocument;
  /** A sensor file. */
  readonly sensor: Table;
  /** A measured lens; undefined where the manifest has not what it needs. */
  readonly lens: Table | undefined;
}

/** What frames say of a camera. */
export interface TwinEstimate {
  readonly sensor: SensorEstimate;
  readonly lens: LensEstimate;
  readonly colour: ColourEstimate | undefined;
  readonly isp: IspEstimate | undefined;
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
  { sensor: estimate, lens, colour, isp }: TwinEstimate,
  manifest: TwinManifest,
  celsius: number,
): TwinDocuments {
  const { document: sensor, assumed } = sensorDocument(estimate, manifest, celsius, colour);
  const figures = { ...estimate.figures, ...lens.figures, ...isp?.figures };
  const { calibration, shading } = lens;
  return {
    sensor,
    lens: lensDocument(lens, manifest, estimate.layout),
    twin: {
      version: 1,
      name: manifest.name,
      figures,
      lens: {
        calibration: calibration ? calibrationTable(calibration) : null,
        illumination: shading ? illuminationTable(shading, estimate.layout) : null,
        sfr: lens.sfr,
      },
      colour: colour ? colourTable(colour) : null,
      isp: isp ? ispTable(isp) : null,
      wanted: wantedFrames(estimate, celsius),
      assumed: [...assumed, ...lens.assumed],
      notDetermined: Object.entries(figures)
        .filter(([, { status }]) => status === 'not determined')
        .map(([key, { note }]) => `${key}: ${note}`),
      notes: [...estimate.notes, ...lens.notes, ...(isp?.notes ?? [])],
    },
  };
}
