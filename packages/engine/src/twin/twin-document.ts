import type { Table } from '../text/json-fields.ts';
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
  readonly wanted: readonly Wanted[];
  readonly assumed: readonly string[];
  readonly notDetermined: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The documents of a twin.
 *
 * @param celsius temperature for which dark current is stated.
 * @see docs/reference/twin.md#t7
 */
export function twinDocument(
  estimate: SensorEstimate,
  manifest: TwinManifest,
  celsius: number,
): { readonly twin: TwinDocument; readonly sensor: Table } {
  const { document: sensor, assumed } = sensorDocument(estimate, manifest, celsius);
  const { figures, notes } = estimate;
  return {
    sensor,
    twin: {
      version: 1,
      name: manifest.name,
      figures,
      wanted: wantedFrames(estimate, celsius),
      assumed,
      notDetermined: Object.entries(figures)
        .filter(([, { status }]) => status === 'not determined')
        .map(([key, { note }]) => `${key}: ${note}`),
      notes,
    },
  };
}
