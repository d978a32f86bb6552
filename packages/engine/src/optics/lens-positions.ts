import { SimulationError } from '../simulation-error.ts';
import { configurationCount, configuredLens } from './ray-trace/configurations.ts';
import { firstOrderFigures } from './ray-trace/field-figures.ts';
import { REFERENCE_LINE, lensDesign } from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';

/** Figures at 587.5618 nm; undefined where it forms no picture. The keys are published. */
export interface PositionFigures {
  readonly focalLengthMm: number;
  /** Of the cone behind the lens, on the axis. */
  readonly workingFNumber: number;
  readonly entrancePupilDiameterMm: number;
  readonly halfFieldDegrees: number;
  /** From the first vertex to the sensor, along the axis. */
  readonly lengthMm: number;
}

/** A position of a lens. The keys are published. */
export interface LensPosition {
  readonly name: string;
  readonly figures?: PositionFigures;
  /** Why it has no figures. */
  readonly refused?: string;
}

/**
 * The positions of a lens, the file itself first.
 *
 * @param names as its file has them; those of the configurations otherwise.
 */
export const lensPositions = (
  file: LensFile,
  names: readonly string[] = [],
): readonly LensPosition[] =>
  Array.from({ length: configurationCount(file) }, (_, i) => {
    const name = names[i] ?? file.configurations?.[i - 1]?.name ?? file.name;
    try {
      return { name, figures: figuresOf(configuredLens(file, i + 1)) };
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      return { name, refused: error.message };
    }
  });

function figuresOf(file: LensFile): PositionFigures {
  const design = lensDesign(file);
  const figures = firstOrderFigures(design, REFERENCE_LINE);
  return {
    focalLengthMm: figures.focalLengthMm,
    workingFNumber: figures.workingFNumber,
    entrancePupilDiameterMm: figures.entrancePupilDiameterMm,
    halfFieldDegrees: (design.halfField * 180) / Math.PI,
    lengthMm: design.imagePlaneMm,
  };
}
