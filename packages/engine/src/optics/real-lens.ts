import { atan, tan } from '../quantities/elementary.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { kept, withDepth } from './depth/form-in-depth.ts';
import { focusFacts } from './focus/conjugates.ts';
import { focusDesign, sensorShiftMm } from './focus/focus-design.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import { refuseBlur } from './focus/largest-blur.ts';
import { foldPattern } from './fold-pattern.ts';
import { centredFootprint } from './footprint.ts';
import { METHODS, formImage } from './form-image/form-image.ts';
import { placementOf } from './scene-placement.ts';
import { lensModel, type RealLensModel } from './form-image/lens-model.ts';
import {
  angleAt,
  heightAt,
  mixedLightAt,
  solidAngleAt,
  type LensTable,
} from './form-image/lens-table.ts';
import { lookUp } from './form-image/radial-map.ts';
import { projectRows } from './form-image/project-rows.ts';
import type { Lens } from './lens.ts';
import { lensFigures } from './lens-figures.ts';
import { imagePoints } from './lens-geometry.ts';
import { cyclesPerMm, metresOf, millimetresOf } from './millimetres.ts';
import { mixedTransfer } from './mixed-transfer.ts';
import { chiefRay, workingFNumber } from './ray-trace/beam.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { firstOrder } from './ray-trace/first-order.ts';
import {
  REFERENCE_LINE,
  imageScaleMm,
  isMoved,
  lensDesign,
  straightened,
} from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import { coatedModel } from './stray/coated-model.ts';
import type { Coating } from './stray/coating.ts';

/** Rows of a projected scene per part. */
const ROWS_PER_PART = 32;

/**
 * A lens of glass. The properties of `Lens` for one wavelength are taken at 550 nm.
 *
 * @param focus absent: as the file has it, with the object at infinity.
 * @param coating absent: its surfaces reflect nothing.
 * @throws SimulationError when the prescription forms no image, or none over its whole field.
 */
export function realLens(file: LensFile, focus?: FocusSettings, coating?: Coating): Lens {
  const { objectDistance: _, ...settings } = focus ?? {};
  const design = lensDesign(file);
  const focused = focus ? focusDesign(design, settings) : design;
  const lensAt = (at: FocusSettings | undefined): Lens => realLensOnly(file, at, coating);
  const lens = lensAt(focus);
  return withDepth(lens, {
    geometry: { ...firstOrder(focused, REFERENCE_LINE), sensorMm: focused.imageDistanceMm },
    at: kept((distance) =>
      distance === Infinity
        ? lensAt(focus && settings)
        : lensAt({ ...settings, objectDistance: distance }),
    ),
  });
}

/** A lens with all that it looks at in one plane. */
function realLensOnly(file: LensFile, focus?: FocusSettings, coating?: Coating): Lens {
  const design = lensDesign(file);
  if (!focus) return lensOf(lensModel(design), coating);
  const focused = focusDesign(design, focus);
  return {
    ...lensOf(lensModel(focused), coating),
    focus: (circle) => ({
      ...focusFacts(focused, circle),
      autofocus: focus.autofocused ?? null,
    }),
  };
}

/** How exactly the edge of a beam is found, in whose middle its chief ray is. */
const EDGE = { azimuths: 48, tolerance: 1e-6 };
/** Places of the image at which chief rays are traced; their slope is linear between them. */
const SLOPE_STEPS = 32;

/** The chief rays of a lens near its axis; none where it is telecentric towards the object. */
function chiefRaysOf(design: RealLensModel['design']): Pick<Lens, 'chiefRays'> {
  const order = firstOrder(design, REFERENCE_LINE);
  const { focalLengthMm, entrancePupilMm, backFocalLengthMm, exitPupilMm } = order;
  if (!Number.isFinite(entrancePupilMm)) return {};
  // Telecentric towards the sensor, heights are the same wherever it stands.
  const share = Number.isFinite(exitPupilMm)
    ? (design.imageDistanceMm - exitPupilMm) / (backFocalLengthMm - exitPupilMm)
    : 1;
  const scaleMm = isInFocus(design) ? imageScaleMm(design) : focalLengthMm * share;
  return {
    chiefRays: { scale: metresOf(scaleMm), entrancePupil: metresOf(entrancePupilMm) },
  };
}

/** A sensor that is moved by less stands where the focus has it, mm. */
const SAME_PLACE_MM = 1e-9;

/** Whether the focus is on the object; the defocus that a file has at infinity does not count. */
function isInFocus(design: RealLensModel['design']): boolean {
  const { objectDistanceMm, focusDistanceMm, moved, focusing } = design;
  if (objectDistanceMm === undefined || objectDistanceMm !== focusDistanceMm) return false;
  const awayMm = focusing ? 0 : sensorShiftMm(design, focusDistanceMm);
  return Math.abs(moved!.sensorMm - awayMm) < SAME_PLACE_MM;
}

/** Slopes of the chief rays of a lens, traced when one is asked for. */
function chiefRaySlope({ design: moved, table }: RealLensModel): (height: number) => number {
  const design = straightened(moved);
  const { reference, wavelengths } = table;
  const rimMm = table.heightsMm[reference]!.at(-1)!;
  let slopes: Float64Array | undefined;
  const trace = (): Float64Array =>
    Float64Array.from({ length: SLOPE_STEPS + 2 }, (_, step) => {
      if (step === 0) return 0;
      const angle = angleAt(table, reference, Math.min(1, step / SLOPE_STEPS) * rimMm);
      const { M, N, yMm } = chiefRay(beamOf(design, wavelengths[reference]!, angle, EDGE));
      return (Math.sign(yMm) * M) / N;
    });
  return (height) => {
    slopes ??= trace();
    const place = SLOPE_STEPS * Math.min(1, millimetresOf(height) / rimMm);
    const step = Math.floor(place);
    return slopes[step]! + (place - step) * (slopes[step + 1]! - slopes[step]!);
  };
}

function lensOf(bare: RealLensModel, coating: Coating | undefined): Lens {
  const model = coating === undefined ? bare : coatedModel(bare, coating);
  const { design, table } = model;
  const { reference } = table;
  const onAxis = table.solidAngles[reference]![0]!;
  const imageRadius = metresOf(table.heightsMm[reference]!.at(-1)!);
  const imageHeight = (angle: number): number =>
    metresOf(heightAt(table, reference, angle).heightMm);
  return {
    label: design.name,
    focalLength: metresOf(design.focalLengthMm),
    fNumber: workingFNumber(bare.table.solidAngles[reference]![0]!),
    character: `distortion, vignetting, aberrations and diffraction as traced${isMoved(design) ? ' through tilted and decentred surfaces' : ''}`,
    irradiancePerRadiance: onAxis,
    imageHeight,
    fieldAngle: (height) => angleAt(table, reference, millimetresOf(height)),
    ...chiefRaysOf(design),
    chiefRaySlope: chiefRaySlope(model),
    ...lightOf(table),
    ...(model.axisShiftMm
      ? {
          axisShift: [metresOf(model.axisShiftMm[0]), metresOf(model.axisShiftMm[1])],
          imagePoint: imagePoints(design),
        }
      : figuresOf(model)),
    field: { halfAngle: design.halfField, imageRadius },
    footprint: (hfov, { rows, columns }, grid) => {
      const aspect = rows / columns;
      const half = tan(hfov / 2);
      const radiusOf = (tangent: number): number =>
        Math.min(imageRadius, imageHeight(Math.min(design.halfField, atan(tangent))));
      const diagonal = Math.hypot(1, aspect);
      // With barrel distortion the middles of the sides lie farthest out, with pincushion
      // distortion the corners.
      const corner = radiusOf(half * diagonal) / diagonal;
      const map = model.mapOf(reference);
      return {
        ...centredFootprint(
          grid,
          2 * Math.max(radiusOf(half), corner),
          2 * Math.max(radiusOf(half * aspect), corner * aspect),
        ),
        holds: (x, y) => {
          const [right, down] = grid.offset ?? [0, 0];
          const xMm = millimetresOf((x - grid.columns / 2 + right) * grid.pitch);
          const yMm = millimetresOf((y - grid.rows / 2 + down) * grid.pitch);
          const distanceMm = Math.sqrt(xMm * xMm + yMm * yMm);
          if (distanceMm > map.radiusMm) return false;
          const stretch = lookUp(map, map.stretch, distanceMm);
          return Math.abs(xMm * stretch) <= half && Math.abs(yMm * stretch) <= half * aspect;
        },
      };
    },
    formImage: (scene, pixels, host, context, quality = 'normal') => {
      if (design.moved) refuseBlur(model, pixels.grid);
      return formImage(model, { ...scene, ...pixels, method: METHODS[quality] }, host, context);
    },
    projectScene: async (scene, grid, responses, host, context) => {
      const { rows, columns, offset = [0, 0] } = grid;
      const out = responses.map(() => sharedFloat32(rows * columns));
      const common = {
        ...foldPattern(scene.lit, responses, onAxis),
        map: model.mapOf(reference),
        pitchMm: millimetresOf(grid.pitch),
        placement: placementOf(scene),
        centre: [columns / 2 - offset[0], rows / 2 - offset[1]] as const,
        columns,
        out,
      };
      const parts = Array.from({ length: Math.ceil(rows / ROWS_PER_PART) }, (_, part) => ({
        ...common,
        from: part * ROWS_PER_PART,
        to: Math.min(rows, (part + 1) * ROWS_PER_PART),
      }));
      await host.parallel(projectRows, parts, context);
      return out;
    },
  };
}

/** Figures of whole beams, which are computed for lenses whose surfaces stand where they should. */
function figuresOf(model: RealLensModel): Required<Pick<Lens, 'transfer' | 'figures'>> {
  const { table } = model;
  return {
    transfer: (height, direction, weights, frequencies) =>
      mixedTransfer(
        model,
        angleAt(table, table.reference, millimetresOf(height)),
        direction,
        weights,
        frequencies.map((frequency) => cyclesPerMm(1 / frequency)),
      ),
    figures: (cornerHeight, pitch, weights) => lensFigures(model, cornerHeight, pitch, weights),
  };
}

/** How the light of a lens falls off from the axis. */
const lightOf = (
  table: LensTable,
): Required<Pick<Lens, 'relativeIllumination' | 'relativeLight'>> => ({
  relativeIllumination: (angle) =>
    solidAngleAt(table, table.reference, angle) / table.solidAngles[table.reference]![0]!,
  relativeLight: (height, weights) => mixedLightAt(table, millimetresOf(height), weights),
});
