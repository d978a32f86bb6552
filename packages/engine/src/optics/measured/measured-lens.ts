import { tan } from '../../quantities/elementary.ts';
import { kept, withDepth } from '../depth/form-in-depth.ts';
import type { BlurGeometry } from '../depth/blur-geometry.ts';
import { sharpLimits } from '../focus/conjugates.ts';
import type { FocusFacts } from '../focus/focus-facts.ts';
import type { FocusSettings } from '../focus/focus-settings.ts';
import { REFERENCE_NM, angleAt } from '../form-image/lens-table.ts';
import type { Lens } from '../lens.ts';
import { lensFigures } from '../lens-figures.ts';
import { lensOfTables, transferOf, withoutDepth, type LensOfTables } from '../lens-of-tables.ts';
import { metresOf, micrometresOf, millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import { workingFNumber } from '../ray-trace/beam.ts';
import {
  distanceNote,
  sideNote,
  frontFocusMm,
  imageBehindMm,
  isUneven,
  measuredDesign,
  opticsOf,
  type MeasuredDesign,
} from './measured-design.ts';
import type { MeasuredLensFile } from './measured-file.ts';
import { measuredModel, type MeasuredModel } from './measured-model.ts';
import { measuredHeightMm } from './measured-pupil.ts';
import { measuredPoint } from './measured-report.ts';

/**
 * A lens by what was measured of it.
 *
 * @param focus absent: as it was when its tables were measured.
 * @throws SimulationError for a focus or stop that was not measured.
 * @see docs/measured-lenses.md
 */
export function measuredLens(file: MeasuredLensFile, focus?: FocusSettings): Lens {
  const { objectDistance: _, ...settings } = focus ?? {};
  const lens = measuredLensOnly(file, focus);
  const design = measuredDesign(file, focus);
  if (isUneven(design)) return withoutDepth(lens);
  return withDepth(lens, {
    geometry: geometryOf(file, focus),
    at: kept((distance) => measuredLensOnly(file, { ...settings, objectDistance: distance })),
  });
}

/** Paraxial places, with the last vertex in the exit pupil. */
function geometryOf(file: MeasuredLensFile, focus: FocusSettings = {}): BlurGeometry {
  const optics = opticsOf({ file });
  const { focalLengthMm, pupilMagnification } = optics;
  const { stop } = measuredDesign(file, focus);
  const pupilMm = focalLengthMm * pupilMagnification;
  const { focusDistance = file.focusDistanceM, focusShift = 0 } = focus;
  return {
    focalLengthMm,
    frontFocusMm: frontFocusMm(optics, file),
    entrancePupilMm: file.entrancePupilMm ?? 0,
    backFocalLengthMm: pupilMm,
    exitPupilMm: 0,
    exitPupilDiameterMm: (pupilMm / file.fNumber) * stop,
    sensorMm: pupilMm + imageBehindMm(optics, file, focusDistance) + millimetresOf(focusShift),
  };
}

/** A measured lens with all that it looks at in one plane. */
function measuredLensOnly(file: MeasuredLensFile, focus: FocusSettings | undefined): Lens {
  const design = measuredDesign(file, focus);
  const optics = opticsOf(design);
  const model = measuredModel(design);
  const { reference, solidAngles } = model.table;
  return {
    label: file.name,
    focalLength: metresOf(optics.focalLengthMm),
    fNumber: workingFNumber(solidAngles[reference]![0]!),
    character: characterOf(file, focus),
    ...placed(model, lensOfTables(model, optics.halfField)),
    chiefRays: {
      scale: metresOf(scaleMm(design)),
      entrancePupil: metresOf(file.entrancePupilMm ?? 0),
    },
    chiefRaySlope: (height) => {
      const angle = Math.min(
        optics.halfField,
        angleAt(model.table, reference, millimetresOf(height)),
      );
      return tan(optics.chiefOf(optics.fieldAt(angle)));
    },
    ...(focus && { focus: (circle) => factsOf(file, focus, circle) }),
  };
}

/** Field, radians, at which heights are still the tangent times a length. */
const NEAR_AXIS = 1e-4;
const scaleMm = (design: MeasuredDesign): number =>
  measuredHeightMm(design, REFERENCE_NM, NEAR_AXIS) / tan(NEAR_AXIS);

/** Pixels of a length, without the rounding that would cut the picture between other pixels. */
const pixelsOf = (length: number, pitch: number): number =>
  Math.round((length / pitch) * 1e6) / 1e6;

/** The lens with its axis where it meets the sensor, and figures where it is round. */
function placed(model: MeasuredModel, lens: LensOfTables): LensOfTables & Partial<Lens> {
  const { design } = model;
  const { centreMm, chiefOf, fieldAt } = opticsOf(design);
  const axisShift = [metresOf(centreMm[0]), metresOf(centreMm[1])] as const;
  if (model.nodesOf)
    return {
      ...lens,
      axisShift,
      imagePoint: measuredPoint(design),
    };
  const chief = { scaleMm: scaleMm(design), angleOf: (angle: number) => chiefOf(fieldAt(angle)) };
  const figures = {
    transfer: transferOf(model),
    figures: (cornerHeight: number, pitch: number, weights: Float64Array) =>
      lensFigures(model, chief, { cornerHeight, pitch, weights }),
  };
  if (centreMm[0] === 0 && centreMm[1] === 0) return { ...lens, ...figures };
  const moved = (grid: PixelGrid): PixelGrid => {
    const [right, down] = grid.offset ?? [0, 0];
    return {
      ...grid,
      offset: [
        right - pixelsOf(axisShift[0], grid.pitch),
        down - pixelsOf(axisShift[1], grid.pitch),
      ],
    };
  };
  return {
    ...lens,
    ...figures,
    axisShift,
    imagePoint: measuredPoint(design),
    footprint: (hfov, raster, grid) => lens.footprint(hfov, raster, moved(grid)),
    formImage: (scene, pixels, host, context, quality) =>
      lens.formImage(scene, { ...pixels, grid: moved(pixels.grid) }, host, context, quality),
    projectScene: (scene, grid, responses, host, context) =>
      lens.projectScene(scene, moved(grid), responses, host, context),
  };
}

/** What the log says of a lens: what was measured of it, and what was taken for the rest. */
function characterOf(file: MeasuredLensFile, focus: FocusSettings | undefined): string {
  const notes = [distanceNote(file, focus ?? {}), sideNote(file, focus ?? {})];
  const { assumed } = opticsOf({ file });
  return [
    'as measured',
    ...assumed.map((sentence) => sentence[0]!.toLowerCase() + sentence.slice(1).replace(/\.$/, '')),
    ...notes.filter((note) => note !== undefined),
  ].join('; ');
}

function factsOf(file: MeasuredLensFile, focus: FocusSettings, circle: number): FocusFacts {
  const optics = opticsOf({ file });
  const geometry = geometryOf(file, focus);
  const { objectDistance, focusDistance = file.focusDistanceM, focusShift = 0 } = focus;
  const objectM = objectDistance ?? file.focusDistanceM;
  const { defocusMm } = measuredDesign(file, focus);
  const imageMm = imageBehindMm(optics, file, objectM);
  const sensorMm = imageBehindMm(optics, file, focusDistance);
  const { hyperfocalM, nearM, farM } = sharpLimits(geometry, sensorMm, circle);
  return {
    objectDistanceM: objectM === Infinity ? null : (objectM ?? null),
    focusDistanceM: focusDistance ?? null,
    focusShiftUm: micrometresOf(
      sensorMm - imageBehindMm(optics, file, file.focusDistanceM) + millimetresOf(focusShift),
    ),
    magnification: -imageMm / optics.focalLengthMm,
    circleOfConfusionUm: micrometresOf(
      (geometry.exitPupilDiameterMm * Math.abs(defocusMm)) / (geometry.backFocalLengthMm + imageMm),
    ),
    hyperfocalM,
    nearM,
    farM,
    autofocus: focus.autofocused ?? null,
  };
}
