import { reachOfAperture, type Aperture } from '../optics/ray-trace/apertures.ts';
import { modelGlass } from '../optics/glass/model-glass.ts';
import { failAt, numberAt, type Statement } from '../text/numbered-lines.ts';
import { plainNumber } from '../text/plain-number.ts';
import {
  DISTANT_MM,
  D_LINE,
  converted,
  fieldOfAll,
  newSurface,
  radiusOf,
  trimmedMove,
  type AxisMove,
  type DraftGlass,
  type DraftSurface,
  type FileField,
  type LensDraft,
} from './lens-draft.ts';
import { apertureOf, type ZemaxFile } from './zemax-file.ts';
import { parameterOf, type ZemaxSurface } from './zemax-surface.ts';
import { readerOfType } from './zemax-types.ts';

/** A draft of a file, in one of its configurations. */
export function draftOfZemax(file: ZemaxFile, lastLine: number): LensDraft {
  const { surfaces, unitMm } = file;
  checkCount(surfaces, lastLine);
  const [object, image, inner] = [surfaces[0]!, surfaces.at(-1)!, surfaces.slice(1, -1)];
  for (const surface of surfaces) readerOfType(surface);
  checkImage(image, unitMm);
  if (object.glass)
    failAt(object.glass.line, 'surface 0, the object, has a glass; it must stand in air');
  const notes = [...file.notes];
  const { parts, stopIndex, imageBefore } = partsOf(file, inner, lastLine);
  const distance = object.thickness! * unitMm;
  const objectDistanceMm = distance >= DISTANT_MM ? Infinity : converted(distance);
  const fields = fieldsOf(file);
  if (fields.some(({ vignetting }) => Object.values(vignetting).some((value) => value !== 0)))
    notes.push(
      'Vignetting factors (VDXN, VDYN, VCXN, VCYN) are not used: clear apertures vignette.',
    );
  const line = file.fields.get('YFLN')?.line ?? file.fields.get('XFLN')?.line;
  const kind = file.fieldKind;
  return {
    name: file.name,
    surfaces: parts,
    stopIndex,
    objectDistanceMm,
    primaryNm: primaryOf(file),
    aperture: apertureOf(file, objectDistanceMm === Infinity),
    field: fieldOfAll(fields, kind, line, notes),
    imageBefore,
    catalogues: file.catalogues,
    notes,
    facts: {
      format: 'zmx',
      fields,
      wavelengths: wavelengthsOf(file),
      passedOver: [...file.passedOver],
      stated: { eflMm: null, epdMm: null, fNumber: null },
    },
  };
}

function checkCount(surfaces: readonly ZemaxSurface[], lastLine: number): void {
  if (surfaces.length === 0)
    failAt(1, 'this is not a Zemax lens file: it has no surface (SURF lines)');
  if (surfaces.length < 3)
    failAt(
      lastLine,
      `the file has ${surfaces.length} surfaces; object, lens and image are at least three`,
    );
  for (const { number, line, thickness } of surfaces)
    if (thickness === undefined)
      failAt(line, `surface ${number} has no DISZ: is the file complete?`);
}

/**
 * The last surface must be a plane in air with nothing behind it: anything else shows that lines
 * are missing.
 */
function checkImage({ number, line, curvature, thickness, glass }: ZemaxSurface, unitMm: number) {
  if (thickness !== 0 || glass)
    failAt(
      line,
      `the file ends with surface ${number}, which is no image plane (${glass ? `it has the glass ${glass.words[0]!}` : `its DISZ is ${thickness! * unitMm} mm`}): is the file complete?`,
    );
  if (curvature !== 0)
    failAt(line, `surface ${number}, the image, is curved; only plane sensors are traced`);
}

/** The surfaces between object and image: breaks become moves of what follows them. */
function partsOf(file: ZemaxFile, inner: readonly ZemaxSurface[], lastLine: number) {
  const { stop, unitMm, surfaces } = file;
  if (stop === undefined)
    return failAt(
      lastLine,
      'no surface has STOP: the file does not say where the aperture stop is',
    );
  if (stop.number === 0 || stop.number === surfaces.length - 1)
    failAt(
      surfaces[stop.number]!.line,
      `surface ${stop.number}, the ${stop.number === 0 ? 'object' : 'image'}, has the STOP`,
    );
  const parts: DraftSurface[] = [];
  let waiting: AxisMove[] = [];
  let stopIndex: number | undefined;
  for (const surface of inner) {
    if (surface.isIgnored) continue;
    if (stopIndex === undefined && surface.number >= stop.number) stopIndex = parts.length;
    if (surface.type.name === 'COORDBRK') {
      const moves = breakOf(surface, unitMm);
      const last = parts.at(-1);
      const isBehind = last?.thicknessMm === 0 && last.after === undefined && waiting.length === 0;
      if (isBehind && moves[0]) turnBehind(last, moves[0]);
      else waiting = [...waiting, ...moves];
      continue;
    }
    parts.push(partOf(surface, waiting, unitMm));
    waiting = [];
  }
  if (parts.length === 0) failAt(lastLine, 'the file has no surface between object and image');
  if (stopIndex === undefined || stopIndex >= parts.length)
    return failAt(stop.line, `no surface follows surface ${stop.number}, which has the STOP`);
  const imageBreak = ownBreak(surfaces.at(-1)!, false, unitMm);
  return { parts, stopIndex, imageBefore: [...waiting, ...(imageBreak ? [imageBreak] : [])] };
}

/** A break right behind a surface turns the axis there, and leads along it. */
function turnBehind(part: DraftSurface, { thickness = 0, ...turn }: AxisMove): void {
  const after = trimmedMove(turn);
  if (after) part.after = after;
  part.thicknessMm = thickness;
}

/** A coordinate break as a move; nothing where it moves nothing. */
function breakOf(surface: ZemaxSurface, unitMm: number): readonly AxisMove[] {
  const [dx, dy, a, b, g, order] = [1, 2, 3, 4, 5, 6].map((at) => parameterOf(surface, at)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const move = trimmedMove({
    decentre: [converted(dx * unitMm), converted(dy * unitMm), 0],
    tilt: [a, b, g],
    order: order === 0 ? 0 : 1,
    thickness: converted(surface.thickness! * unitMm),
  });
  return move ? [move] : [];
}

/** The tilt of a surface alone, before or after it. */
function ownBreak(
  { breaks }: ZemaxSurface,
  isAfter: boolean,
  unitMm: number,
): AxisMove | undefined {
  const found = breaks.find((one) => one.isAfter === isAfter);
  if (!found) return undefined;
  const [dx, dy] = found.decentre;
  return trimmedMove({
    decentre: [converted(dx * unitMm), converted(dy * unitMm), 0],
    tilt: found.tilt,
    order: found.order,
  });
}

function partOf(surface: ZemaxSurface, waiting: readonly AxisMove[], unitMm: number): DraftSurface {
  const { number, line, curvature, conic } = surface;
  const { aspheric = [], ...added } = readerOfType(surface)(surface, unitMm);
  const first = ownBreak(surface, false, unitMm);
  const after = ownBreak(surface, true, unitMm);
  const isPlane = added.thin !== undefined;
  return {
    ...newSurface(number, line),
    shape: {
      radius: isPlane ? null : radiusOf(curvature / unitMm),
      ...(conic !== 0 && !isPlane && { conic }),
      ...(aspheric.length > 0 && { aspheric }),
    },
    ...added,
    thicknessMm: surface.thickness === Infinity ? Infinity : converted(surface.thickness! * unitMm),
    ...glassOf(surface),
    before: first ? [...waiting, first] : waiting,
    ...(after && { after }),
    ...openingsOf(surface, unitMm),
  };
}

/** Model glasses are named by their numbers. */
function glassOf(surface: ZemaxSurface): Pick<DraftSurface, 'glass' | 'mirror'> {
  const { glass: statement, number } = surface;
  const name = statement?.words[0];
  if (!statement || name === undefined || /^AIR$/i.test(name) || unquotedName(name) === '')
    return { glass: undefined, mirror: false };
  if (/^MIRROR$/i.test(name)) return { glass: undefined, mirror: true };
  const { line } = statement;
  if (!name.startsWith('___')) {
    const index = plainNumber((statement.words[3] ?? '').replace(/d/i, 'e'));
    const glass: DraftGlass = { name, line, ...(index > 1 && { index }) };
    return { glass, mirror: false };
  }
  return { glass: modelOf(statement, number), mirror: false };
}

const unquotedName = (name: string): string => name.replaceAll('"', '');

function modelOf(statement: Statement, number: number): DraftGlass {
  const { line } = statement;
  const [index, abbe] = [3, 4].map((at) =>
    numberAt(statement, at, `the model glass of surface ${number}`),
  ) as [number, number];
  if (!(index >= 1 && abbe >= 0))
    failAt(
      line,
      `the model glass of surface ${number} must have an index of at least 1 and an Abbe number of at least 0, not ${index} and ${abbe}`,
    );
  const deviation =
    statement.words[5] === undefined ? 0 : numberAt(statement, 5, 'the model glass');
  return {
    name: `model ${index} ${abbe}${deviation === 0 ? '' : ` ${deviation}`}`,
    glass: modelGlass(index, abbe, deviation),
    line,
  };
}

/** Sizes and apertures: a circle about the axis is the clear aperture itself. */
function openingsOf(
  surface: ZemaxSurface,
  unitMm: number,
): Pick<DraftSurface, 'apertures' | 'semiDiameterMm' | 'isComputedSize'> {
  const { size, clear, shift, points, number } = surface;
  const isShifted = shift[0] !== 0 || shift[1] !== 0;
  const openings: Aperture[] = [...surface.apertures];
  let radius = size && size.value > 0 ? size.value : undefined;
  let isComputedSize = radius !== undefined && !size!.isAperture;
  if (clear && clear.inner > 0)
    openings.push({ kind: 'ring', radius: clear.outer, inner: clear.inner });
  else if (clear && clear.outer > 0) {
    if (isShifted) openings.push({ kind: 'circle', radius: clear.outer });
    else {
      radius = isComputedSize ? clear.outer : Math.min(clear.outer, radius ?? Infinity);
      isComputedSize = false;
    }
  }
  for (const { line, at, obscures, file } of points) {
    if (at.length === 0)
      failAt(
        line,
        `surface ${number} has an aperture in another file (${file ?? 'without a name'}), which is not read`,
      );
    if (at.length < 3)
      failAt(
        line,
        `the aperture of surface ${number} has ${at.length} points; it needs at least 3`,
      );
    openings.push({ kind: 'polygon', points: at, ...(obscures && { obscures }) });
  }
  const apertures = openings.map((opening) => placedOpening(opening, shift, unitMm));
  const open = apertures.find(({ kind, obscures }) => obscures !== true && kind !== 'spider');
  // The computed size of a surface with an opening of its own is a drawing.
  if (open && (radius === undefined || isComputedSize)) {
    return { apertures, semiDiameterMm: reachOfAperture(open), isComputedSize: false };
  }
  return {
    apertures,
    semiDiameterMm: radius === undefined ? undefined : converted(radius * unitMm),
    isComputedSize,
  };
}

/** An opening in mm, shifted with all others of its surface. */
function placedOpening(
  opening: Aperture,
  [x, y]: readonly [number, number],
  unitMm: number,
): Aperture {
  const mm = (value: number): number => converted(value * unitMm);
  const place = {
    ...(x !== 0 && { x: mm(x) }),
    ...(y !== 0 && { y: mm(y) }),
  };
  switch (opening.kind) {
    case 'circle':
      return { ...opening, radius: mm(opening.radius), ...place };
    case 'ring':
      return { ...opening, radius: mm(opening.radius), inner: mm(opening.inner), ...place };
    case 'spider':
      return { ...opening, width: mm(opening.width), ...place };
    case 'polygon':
      return {
        ...opening,
        points: opening.points.map(([px, py]) => [mm(px), mm(py)] as const),
        ...place,
      };
    default:
      return { ...opening, halfX: mm(opening.halfX), halfY: mm(opening.halfY), ...place };
  }
}

function wavelengthsOf({ wavelengths, counts }: ZemaxFile): LensDraft['facts']['wavelengths'] {
  return [...wavelengths]
    .filter(([number]) => number <= (counts.waves ?? Infinity))
    .map(([, { micrometres, weight }]) => ({ nm: micrometres * 1000, weight }));
}

function primaryOf({ wavelengths, primary }: ZemaxFile): number {
  if (wavelengths.size === 0) return D_LINE;
  const found = wavelengths.get(primary?.number ?? 1);
  if (found === undefined)
    return failAt(
      primary?.line ?? 1,
      `the primary wavelength is number ${primary?.number ?? 1}, which the file does not give (WAVM)`,
    );
  return found.micrometres * 1000;
}

/** The fields of the file, as many as FTYP counts. */
function fieldsOf({ fields, fieldKind: kind, counts, unitMm }: ZemaxFile): readonly FileField[] {
  const values = (key: string): readonly number[] => fields.get(key)?.values ?? [];
  const known = Math.max(values('XFLN').length, values('YFLN').length);
  const count = Math.min(known, counts.fields ?? known);
  const length = (value: number): number => (kind === 'angle' ? value : value * unitMm);
  return Array.from({ length: count }, (_, i) => ({
    x: length(values('XFLN')[i] ?? 0),
    y: length(values('YFLN')[i] ?? 0),
    kind,
    weight: values('FWGN')[i] ?? 1,
    vignetting: Object.fromEntries(
      ['VDXN', 'VDYN', 'VCXN', 'VCYN', 'VANN'].flatMap((key) => {
        const value = values(key)[i] ?? 0;
        return value === 0 ? [] : [[key, value]];
      }),
    ),
  }));
}
