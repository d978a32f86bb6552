import type { OwnFile } from '@lumenloom/contract';
import {
  isMeasured,
  lensDesign,
  lensOverview,
  measuredOverview,
  readAnyLensFile,
  sensorOverview,
} from '@lumenloom/engine';
import type { SensorFile } from '@lumenloom/engine';

/** A part that was read from a file (part.json), and its kind. */
export interface StoredPart {
  readonly kind: 'lens' | 'sensor';
  readonly part: unknown;
}

/** The figures of a part for lists. */
export default function partFigures({ kind, part }: StoredPart): OwnFile['figures'] {
  if (kind === 'lens') {
    const file = readAnyLensFile((part as { readonly optics: unknown }).optics);
    return isMeasured(file) ? measuredOverview(file) : lensOverview(lensDesign(file));
  }
  return sensorOverview((part as { readonly sensor: SensorFile }).sensor);
}
