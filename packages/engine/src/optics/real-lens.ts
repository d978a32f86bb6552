import { kept, withDepth } from './depth/form-in-depth.ts';
import { focusFacts } from './focus/conjugates.ts';
import { focusDesign, sensorShiftMm } from './focus/focus-design.ts';
import type { FocusSettings } from './focus/focus-settings.ts';
import { thermalFacts } from './heat/at-temperature.ts';
import { settledDesign } from './heat/settled-design.ts';
import type { LensSetting } from './lens-setting.ts';
import { lensModel, type RealLensModel } from './form-image/lens-model.ts';
import { REFERENCE_NM, angleAt } from './form-image/lens-table.ts';
import type { Lens } from './lens.ts';
import { lensFigures } from './lens-figures.ts';
import { imagePoints } from './lens-geometry.ts';
import { efficienciesOf } from './lens-layout.ts';
import { lensOfTables, transferOf, withoutDepth } from './lens-of-tables.ts';
import { picturedDesign } from './ray-trace/pictured-design.ts';
import { mirrorsOf } from './ray-trace/lens-symmetry.ts';
import { metresOf, millimetresOf } from './millimetres.ts';
import { chiefRay, workingFNumber } from './ray-trace/beam.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { firstOrder } from './ray-trace/first-order.ts';
import {
  REFERENCE_LINE,
  axialDesign,
  imageScaleMm,
  isMoved,
  isPerturbed,
  lensDesign,
  type LensDesign,
} from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import { coatedModel } from './stray/coated-model.ts';
import type { Coating } from './stray/coating.ts';

/** The map of a lens without symmetry is one round the middle of its sensor. */
const NO_SHIFT = [0, 0] as const;

/**
 * A lens of glass. The properties of `Lens` for one wavelength are taken at 550 nm.
 *
 * @param focus absent: as the file has it, with the object at infinity.
 * @throws SimulationError when the prescription forms no image, or none over its whole field.
 */
export function realLens(
  file: LensFile,
  focus?: FocusSettings,
  others: Omit<LensSetting, 'focus'> = {},
): Lens {
  const { objectDistance: _, ...settings } = focus ?? {};
  const design = lensDesign(file);
  const focused = settledDesign(design, { ...others, ...(focus && { focus: settings }) });
  const lensAt = (at: FocusSettings | undefined): Lens =>
    realLensOnly(design, { ...others, ...(at && { focus: at }) });
  const lens = lensAt(focus);
  if (isMoved(design) && !isPerturbed(design) && picturedDesign(focused).isFree)
    return withoutDepth(lens);
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
function realLensOnly(
  design: LensDesign,
  { focus, environment, coating, orientation }: LensSetting,
): Lens {
  const settled = settledDesign(design, {
    ...(focus && { focus }),
    ...(environment && { environment }),
  });
  const lens = lensOf(lensModel(settled, orientation), coating, design);
  return {
    ...lens,
    ...(focus && {
      focus: (circle: number) => ({
        ...focusFacts(settled, circle),
        autofocus: focus.autofocused ?? null,
      }),
    }),
    ...(environment &&
      hasThermal(design) && {
        thermal: (circle: number) =>
          thermalFacts(
            focus && !focus.isFocusedNow ? focusDesign(design, focus) : design,
            environment,
            settled,
            { fNumber: lens.fNumber, circle },
          ),
      }),
  };
}

/** Whether it is known what heat does to the glasses of a lens that nothing folds. */
const hasThermal = ({ surfaces, hasFrames }: LensDesign): boolean =>
  !hasFrames &&
  surfaces.every(({ glass, mirror }) => !mirror && (!glass || glass.thermal !== undefined));

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
  const design = axialDesign(moved);
  const { reference, wavelengths } = table;
  const rimMm = table.heightsMm[reference]!.at(-1)!;
  let slopes: Float64Array | undefined;
  const trace = (): Float64Array =>
    Float64Array.from({ length: SLOPE_STEPS + 2 }, (_, step) => {
      if (step === 0) return 0;
      const angle = angleAt(table, reference, Math.min(1, step / SLOPE_STEPS) * rimMm);
      const { M, N, yMm } = chiefRay(beamOf(design, wavelengths[reference]!, angle, EDGE));
      return (Math.sign(yMm) * M) / Math.abs(N);
    });
  return (height) => {
    slopes ??= trace();
    const place = SLOPE_STEPS * Math.min(1, millimetresOf(height) / rimMm);
    const step = Math.floor(place);
    return slopes[step]! + (place - step) * (slopes[step + 1]! - slopes[step]!);
  };
}

/** What the log says of a lens: how it was traced, and what its mirrors and gratings do. */
function characterOf({ nodesOf, design }: RealLensModel, nominal: LensDesign): string {
  const mirrors = mirrorsOf(nominal);
  const how = nodesOf
    ? ' without symmetry'
    : isMoved(design)
      ? ' through tilted and decentred surfaces'
      : '';
  const efficiencies = efficienciesOf(nominal, REFERENCE_LINE, [WEAKEST_NM]);
  return [
    `distortion, vignetting, aberrations and diffraction as traced${how}`,
    ...(mirrors % 2 === 1
      ? [
          `the light meets ${mirrors} mirror${mirrors === 1 ? '' : 's'}: the read-out of the sensor is mirrored`,
        ]
      : []),
    ...efficiencies.map(
      ({ surface, order, efficiencies: [at] }) =>
        `only order ${order} of the diffractive surface ${surface} is traced; at ${at!.nm} nm it carries ${Math.round(100 * at!.share)} % of the light`,
    ),
  ].join('; ');
}

/** Wavelength at which the share of a kinoform's order is told. */
const WEAKEST_NM = 450;

function lensOf(bare: RealLensModel, coating: Coating | undefined, nominal: LensDesign): Lens {
  const model = coating === undefined ? bare : coatedModel(bare, coating);
  const { design } = model;
  return {
    label: design.name,
    focalLength: metresOf(design.focalLengthMm),
    fNumber: workingFNumber(bare.table.solidAngles[bare.table.reference]![0]!),
    character: characterOf(model, nominal),
    ...lensOfTables(model, design.halfField),
    ...chiefRaysOf(design),
    chiefRaySlope: chiefRaySlope(model),
    ...(model.axisShiftMm
      ? {
          axisShift: [metresOf(model.axisShiftMm[0]), metresOf(model.axisShiftMm[1])],
          imagePoint: imagePoints(design),
        }
      : model.nodesOf
        ? { axisShift: NO_SHIFT, imagePoint: imagePoints(design) }
        : figuresOf(model)),
  };
}

/** Figures of whole beams, which are computed for lenses whose surfaces stand where they should. */
function figuresOf(model: RealLensModel): Required<Pick<Lens, 'transfer' | 'figures'>> {
  const { design } = model;
  const chief = {
    scaleMm: imageScaleMm(design),
    angleOf: (angle: number) => {
      const { M } = chiefRay(beamOf(design, REFERENCE_NM, angle, EDGE));
      return Math.asin(Math.abs(M));
    },
  };
  return {
    transfer: transferOf(model),
    figures: (cornerHeight, pitch, weights) =>
      lensFigures(model, chief, { cornerHeight, pitch, weights }),
  };
}
