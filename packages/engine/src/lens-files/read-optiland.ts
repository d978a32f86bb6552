import { modelGlass } from '../optics/glass/model-glass.ts';
import { turnOf } from '../optics/ray-trace/placement.ts';
import { SimulationError } from '../simulation-error.ts';
import { fail, isObject, type Table } from '../text/json-fields.ts';
import { stepsOfFrames, type AbsoluteFrame } from './axis-of-frames.ts';
import {
  finiteIn,
  listIn,
  numbersIn,
  tableIn,
  textIn,
  trimmed,
  valueIn,
} from './foreign-fields.ts';
import {
  DISTANT_MM,
  D_LINE,
  MOST_SURFACES,
  fieldOfAll,
  newSurface,
  type DraftAperture,
  type DraftGlass,
  type DraftSurface,
  type FieldKind,
  type FileField,
  type LensDraft,
} from './lens-draft.ts';

const APERTURES: Readonly<Record<string, Exclude<DraftAperture, { kind: 'stop' }>['kind']>> = {
  EPD: 'entrance pupil',
  imageFNO: 'f-number',
  objectNA: 'object aperture',
};
const FIELDS: Readonly<Record<string, FieldKind>> = {
  angle: 'angle',
  object_height: 'object height',
  paraxial_image_height: 'paraxial image height',
  real_image_height: 'real image height',
};
const DEGREES = 180 / Math.PI;

/** Reads the lens of a file of optiland. @throws SimulationError naming the surface. */
export function readOptiland(file: Table): LensDraft {
  const group = tableIn(file, 'surface_group', 'optiland');
  const rows = listIn(group, 'surfaces', 'surface_group');
  if (rows.length === 0)
    throw new SimulationError('bad-parameter', 'This optiland file has no surface.');
  if (rows.length < 3)
    throw new SimulationError(
      'bad-parameter',
      `This optiland file has ${rows.length} surfaces; object, lens and image are at least three.`,
    );
  if (rows.length > MOST_SURFACES + 2)
    throw new SimulationError('bad-parameter', `The lens has more than ${MOST_SURFACES} surfaces.`);
  const surfaces = rows.map((row, index) => surfaceOf(row, index));
  const inner = surfaces.slice(1, -1);
  const frames = surfaces.slice(1).map(({ frame }) => frame);
  const steps = stepsOfFrames(frames);
  const stopIndex = inner.findIndex(({ isStop }) => isStop);
  if (stopIndex < 0)
    throw new SimulationError('bad-parameter', 'No surface of the optiland file is the stop.');
  const notes: string[] = [];
  const { fields, kind } = fieldsOf(file);
  const { primaryNm, wavelengths } = wavelengthsOf(file);
  const objectZ = surfaces[0]!.frame.vertex[2];
  const distance = frames[0]!.vertex[2] - objectZ;
  return {
    name: textIn(file, 'name') || 'optiland lens',
    surfaces: inner.map(({ part }, i) => ({ ...part, ...steps[i]! })),
    stopIndex,
    objectDistanceMm: distance >= DISTANT_MM ? Infinity : distance,
    primaryNm,
    aperture: apertureOf(file),
    field: fieldOfAll(fields, kind, undefined, notes),
    imageBefore: steps.at(-1)!.before,
    catalogues: [],
    notes,
    facts: {
      format: 'optiland',
      fields,
      wavelengths,
      passedOver: Object.keys(file).filter((key) => PASSED_OVER.has(key)),
      stated: { eflMm: null, epdMm: null, fNumber: null },
    },
  };
}

/** Keys of the file without effect on rays: their results stand in the surfaces. */
const PASSED_OVER = new Set(['pickups', 'solves', 'version', 'object_space_telecentric']);

function surfaceOf(
  row: unknown,
  index: number,
): { readonly part: DraftSurface; readonly frame: AbsoluteFrame; readonly isStop: boolean } {
  const path = `surface_group.surfaces[${index}]`;
  if (!isObject(row)) return fail(path, `${path} must be a JSON object.`);
  const geometry = tableIn(row, 'geometry', path);
  const material = isObject(row['material_post']) ? row['material_post'] : {};
  const mirror = row['is_reflective'] === true || textIn(material, 'type') === 'Mirror';
  const part: DraftSurface = {
    ...newSurface(index, index),
    ...shapeOf(geometry, index, `${path}.geometry`),
    glass: mirror ? undefined : glassOf(material, index, path),
    mirror,
    ...openingOf(row['aperture'], index, path),
  };
  return {
    part,
    frame: frameOf(tableIn(geometry, 'cs', `${path}.geometry`), mirror, `${path}.geometry.cs`),
    isStop: row['is_stop'] === true,
  };
}

function frameOf(cs: Table, mirror: boolean, path: string): AbsoluteFrame {
  if (isObject(cs['reference_cs']))
    fail(path, `${path} stands on another frame (reference_cs), which is not read.`);
  const [x, y, z] = ['x', 'y', 'z'].map((key) => valueIn(cs, key, path, 0)) as [
    number,
    number,
    number,
  ];
  const [a, b, g] = ['rx', 'ry', 'rz'].map((key) => finiteIn(cs, key, path, 0) * DEGREES) as [
    number,
    number,
    number,
  ];
  return { vertex: [x, y, z], turn: turnOf([a, b, g]), mirror };
}

const radiusIn = (from: Table, key: string, path: string): number | null => {
  const value = valueIn(from, key, path, Infinity);
  return value === 0 || Math.abs(value) >= DISTANT_MM ? null : value;
};

/** Geometries by the words that their names begin with. */
function shapeOf(
  geometry: Table,
  index: number,
  path: string,
): Pick<DraftSurface, 'shape' | 'own'> {
  const name = textIn(geometry, 'type');
  const base = {
    radius: radiusIn(geometry, 'radius', path),
    ...withConic(geometry, path),
  };
  const coefficients = () => trimmed(numbersIn(geometry, 'coefficients', path));
  switch (name.replace(/(Polynomial)?Geometry$/, '')) {
    case 'Plane':
      return { shape: { radius: null } };
    case 'Standard':
      return { shape: base };
    case 'EvenAsphere': {
      const aspheric = coefficients();
      return { shape: { ...base, ...(aspheric.length > 0 && { aspheric }) } };
    }
    case 'OddAsphere':
      return { shape: base, own: { kind: 'odd', coefficients: coefficients() } };
    case '':
    case 'Polynomial':
      return { shape: base, own: { kind: 'xy', normRadius: 1, terms: termsOf(geometry, path) } };
    case 'Toroidal':
      return toroidOf(geometry, path);
    case 'Biconic':
      return {
        shape: {
          radius: radiusIn(geometry, 'radius_y', path),
          ...withConic(geometry, path, 'conic_y'),
        },
        own: {
          kind: 'biconic',
          radiusX: radiusIn(geometry, 'radius_x', path),
          conicX: finiteIn(geometry, 'conic_x', path, 0),
        },
      };
    case 'Zernike':
      return { shape: base, own: zernikeOf(geometry, path) };
    default:
      return fail(
        path,
        `surface ${index} has the geometry ${name.slice(0, 40) || 'without a name'}, which is not traced.`,
      );
  }
}

function withConic(geometry: Table, path: string, key = 'conic'): { readonly conic?: number } {
  const conic = finiteIn(geometry, key, path, 0);
  return conic === 0 ? {} : { conic };
}

/** Coefficients c[i][j] of x^i y^j. */
function termsOf(geometry: Table, path: string): readonly (readonly number[])[] {
  return listIn(geometry, 'coefficients', path).flatMap((row, i) => {
    if (!Array.isArray(row)) return fail(path, `${path}.coefficients must be a table.`);
    return numbersIn({ row }, 'row', path).flatMap((value, j) =>
      value === 0 ? [] : [[i, j, value]],
    );
  });
}

function toroidOf(geometry: Table, path: string): Pick<DraftSurface, 'shape' | 'own'> {
  const rotation = geometry['radius_rotation'] === undefined ? 'radius_x' : 'radius_rotation';
  const profile = geometry['radius_yz'] === undefined ? 'radius_y' : 'radius_yz';
  const key = geometry['coeffs_poly_y'] === undefined ? 'coefficients' : 'coeffs_poly_y';
  return {
    shape: { radius: radiusIn(geometry, profile, path), ...withConic(geometry, path) },
    own: {
      kind: 'toroid',
      radiusX: radiusIn(geometry, rotation, path),
      coefficients: trimmed(numbersIn(geometry, key, path)),
    },
  };
}

function zernikeOf(geometry: Table, path: string): NonNullable<DraftSurface['own']> {
  const type = textIn(geometry, 'zernike_type') || 'fringe';
  if (type !== 'fringe' && type !== 'noll')
    fail(path, `${path} has Zernike terms in the order "${type.slice(0, 40)}", which is not read.`);
  return {
    kind: 'zernike',
    numbering: type,
    normRadius: finiteIn(geometry, 'norm_radius', path, undefined),
    coefficients: trimmed(numbersIn(geometry, 'coefficients', path)),
  };
}

function glassOf(material: Table, index: number, path: string): DraftGlass | undefined {
  const type = textIn(material, 'type');
  switch (type) {
    case '':
      return undefined;
    case 'IdealMaterial': {
      const n = finiteIn(material, 'index', path);
      return n === 1 ? undefined : { name: `index ${n}`, line: index, glass: modelGlass(n, 0) };
    }
    case 'AbbeMaterial': {
      const [n, abbe] = [finiteIn(material, 'index', path), finiteIn(material, 'abbe', path)];
      return { name: `model ${n} ${abbe}`, line: index, glass: modelGlass(n, abbe) };
    }
    case 'Material': {
      const name = textIn(material, 'name');
      const catalogue = textIn(material, 'reference');
      return { name, line: index, ...(catalogue !== '' && { bare: name, catalogue }) };
    }
    default:
      return fail(
        path,
        `surface ${index} has the material ${type.slice(0, 40)}, which is not read.`,
      );
  }
}

function openingOf(
  aperture: unknown,
  index: number,
  path: string,
): Partial<Pick<DraftSurface, 'apertures' | 'semiDiameterMm'>> {
  if (aperture === null || aperture === undefined) return {};
  if (!isObject(aperture) || textIn(aperture, 'type') !== 'RadialAperture')
    return fail(
      path,
      `surface ${index} has an aperture that is no circle, which is not read here.`,
    );
  const [radius, inner] = [valueIn(aperture, 'r_max', path), finiteIn(aperture, 'r_min', path, 0)];
  if (radius === Infinity && inner === 0) return {};
  if (!(radius > 0 && radius < DISTANT_MM))
    return fail(path, `${path}: r_max must be more than 0.`);
  return inner > 0
    ? { semiDiameterMm: radius, apertures: [{ kind: 'circle', radius: inner, obscures: true }] }
    : { semiDiameterMm: radius };
}

function apertureOf(file: Table): DraftAperture {
  const aperture = tableIn(file, 'aperture', 'optiland');
  const type = textIn(aperture, 'type');
  if (type === 'float_by_stop_size') return { kind: 'stop' };
  const kind = Object.hasOwn(APERTURES, type) ? APERTURES[type] : undefined;
  if (!kind) return fail('aperture.type', `The aperture ${type.slice(0, 40)} is not read.`);
  const value = finiteIn(aperture, 'value', 'aperture');
  if (!(value > 0)) fail('aperture.value', 'aperture.value must be more than 0.');
  return { kind, value };
}

function fieldsOf(file: Table): {
  readonly fields: readonly FileField[];
  readonly kind: FieldKind;
} {
  const group = tableIn(file, 'fields', 'optiland');
  const rows = listIn(group, 'fields', 'fields').map((row, i) => {
    if (!isObject(row)) return fail(`fields[${i}]`, `fields.fields[${i}] must be a JSON object.`);
    return row;
  });
  const type = textIn(group, 'field_type') || textIn(rows[0] ?? {}, 'field_type') || 'angle';
  const kind = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  if (!kind)
    return fail('fields.field_type', `Fields of the kind ${type.slice(0, 40)} are not read.`);
  const fields = rows.map((row, i) => ({
    x: finiteIn(row, 'x', `fields.fields[${i}]`, 0),
    y: finiteIn(row, 'y', `fields.fields[${i}]`, 0),
    kind,
    weight: 1,
    vignetting: Object.fromEntries(
      ['vx', 'vy'].flatMap((key) => {
        const value = finiteIn(row, key, `fields.fields[${i}]`, 0);
        return value === 0 ? [] : [[key, value]];
      }),
    ),
  }));
  return { fields, kind };
}

/** Nanometres per unit. */
const UNITS: Readonly<Record<string, number>> = { um: 1000, nm: 1, mm: 1e6 };

function wavelengthsOf(file: Table) {
  const rows = listIn(tableIn(file, 'wavelengths', 'optiland'), 'wavelengths', 'wavelengths');
  let primaryNm: number | undefined;
  const wavelengths = rows.map((row, i) => {
    const path = `wavelengths.wavelengths[${i}]`;
    if (!isObject(row)) return fail(path, `${path} must be a JSON object.`);
    const unit = UNITS[textIn(row, 'unit') || 'um'] ?? fail(path, `${path}.unit is not known.`);
    const nm = finiteIn(row, 'value', path) * unit;
    if (!(nm > 0)) fail(path, `${path}.value must be more than 0.`);
    if (row['is_primary'] === true) primaryNm = nm;
    return { nm, weight: finiteIn(row, 'weight', path, 1) };
  });
  return { wavelengths, primaryNm: primaryNm ?? wavelengths[0]?.nm ?? D_LINE };
}
