import type { OwnFile } from '@lumenloom/contract';
import { lensDesign, lensOverview, readLensFile, sensorOverview } from '@lumenloom/engine';
import type { SensorFile } from '@lumenloom/engine';

/** A part that was read from a file (part.json), and its kind. */
export interface StoredPart {
  readonly kind: 'lens' | 'sensor';
  readonly part: unknown;
}

/** The figures of a part for lists. */
export default function partFigures({ kind, part }: StoredPart): OwnFile['figures'] {
  if (kind === 'lens')
    return lensOverview(lensDesign(readLensFile((part as { readonly optics: unknown }).optics)));
  return sensorOverview((part as { readonly sensor: SensorFile }).sensor);
}
