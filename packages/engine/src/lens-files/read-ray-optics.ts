import { reachOfAperture, type Aperture } from '../optics/ray-trace/apertures.ts';
import { modelGlass } from '../optics/glass/model-glass.ts';
import { SimulationError } from '../simulation-error.ts';
import { fail, isObject, type Table } from '../text/json-fields.ts';
import { axisMoves, type Decentre } from './decentre.ts';
import { finiteIn, listIn, numbersIn, textIn, trimmed } from './foreign-fields.ts';
import {
  DISTANT_MM,
  D_LINE,
  MOST_SURFACES,
  converted,
  fieldOfAll,
  newSurface,
  radiusOf,
  type DraftAperture,
  type DraftGlass,
  type DraftSurface,
  type FieldKind,
  type FileField,
  type LensDraft,
} from './lens-draft.ts';

const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, inches: 25.4 };

/** An object of the file: the name of its class, and its attributes. */
interface Instance {
  readonly type: string;
  readonly at: Table;
}

function instanceOf(value: unknown, path: string): Instance {
  if (!isObject(value)) return fail(path, `${path} must be a JSON object.`);
  const names: unknown = value['__instance_type__'];
  const type: unknown = Array.isArray(names) ? names.at(-1) : undefined;
  return {
    type: typeof type === 'string' ? type : '',
    at: isObject(value['attributes']) ? value['attributes'] : value,
  };
}

/** Reads the lens of a file of ray-optics. @throws SimulationError naming the surface. */
export function readRayOptics(model: Table): LensDraft {
  const { at } = instanceOf(model, 'optical_model');
  const sequence = instanceOf(at['seq_model'], 'seq_model').at;
  const spec = instanceOf(at['optical_spec'], 'optical_spec').at;
  const system = isObject(at['system_spec']) ? instanceOf(at['system_spec'], 'system_spec').at : {};
  const dimensions = textIn(system, 'dimensions') || 'mm';
  const unitMm =
    UNITS[dimensions.toLowerCase()] ??
    fail('system_spec.dimensions', `Lengths in ${dimensions.slice(0, 20)} are not read.`);
  const rows = listIn(sequence, 'ifcs', 'seq_model');
  const gaps = listIn(sequence, 'gaps', 'seq_model');
  if (rows.length < 3 || gaps.length < rows.length - 1)
    throw new SimulationError(
      'bad-parameter',
      `This ray-optics file has ${rows.length} surfaces and ${gaps.length} gaps; object, lens and image are at least three.`,
    );
  if (rows.length > MOST_SURFACES + 2)
    throw new SimulationError('bad-parameter', `The lens has more than ${MOST_SURFACES} surfaces.`);
  const spaces = gaps.map((gap, i) => gapOf(gap, i, unitMm));
  const surfaces = rows.map((row, i) => surfaceOf(row, i, unitMm));
  const stop = sequence['stop_surface'];
  if (typeof stop !== 'number' || !Number.isInteger(stop) || stop < 1 || stop >= rows.length - 1)
    return fail('seq_model.stop_surface', 'No surface of the ray-optics file is the stop.');
  const notes: string[] = [];
  const { fields, kind } = fieldsOf(spec, unitMm);
  const waves = wavelengthsOf(spec);
  const distance = spaces[0]!.thicknessMm;
  return {
    name: textIn(system, 'title') || 'ray-optics lens',
    surfaces: surfaces.slice(1, -1).map((part, i) => {
      const { glass, thicknessMm } = spaces[i + 1]!;
      return { ...part, thicknessMm, glass: part.mirror ? undefined : glass };
    }),
    stopIndex: stop - 1,
    objectDistanceMm: distance >= DISTANT_MM ? Infinity : distance,
    primaryNm: waves.primaryNm,
    aperture: apertureOf(spec, unitMm),
    field: fieldOfAll(fields, kind, undefined, notes),
    imageBefore: surfaces.at(-1)!.before,
    catalogues: [],
    notes,
    facts: {
      format: 'ray-optics',
      fields,
      wavelengths: waves.list,
      passedOver: Object.keys(at).filter((key) => !READ.has(key)),
      stated: { eflMm: null, epdMm: null, fNumber: null },
    },
  };
}

const READ = new Set(['seq_model', 'optical_spec', 'system_spec']);

function gapOf(
  gap: unknown,
  index: number,
  unitMm: number,
): { readonly thicknessMm: number; readonly glass: DraftGlass | undefined } {
  const path = `seq_model.gaps[${index}]`;
  const { at } = instanceOf(gap, path);
  const thickness = finiteIn(at, 'thi', path);
  return {
    thicknessMm: converted(thickness * unitMm),
    glass: glassOf(at['medium'], index, `${path}.medium`),
  };
}

function glassOf(medium: unknown, index: number, path: string): DraftGlass | undefined {
  const { type, at } = instanceOf(medium, path);
  const name = textIn(at, 'label') || textIn(at, 'gname');
  if (type === 'Air' || name.toLowerCase() === 'air') return undefined;
  if (type === 'ConstantIndex' || (type === 'Medium' && at['n'] !== undefined)) {
    const n = finiteIn(at, 'n', path);
    return n === 1
      ? undefined
      : { name: name || `index ${n}`, line: index, glass: modelGlass(n, 0) };
  }
  if (type === 'ModelGlass') {
    const [n, abbe] = [
      finiteIn(at, 'nd' in at ? 'nd' : 'n', path),
      finiteIn(at, 'vd' in at ? 'vd' : 'v', path),
    ];
    return { name: `model ${n} ${abbe}`, line: index, glass: modelGlass(n, abbe) };
  }
  if (name === '')
    return fail(path, `surface ${index} has the medium ${type.slice(0, 40)}, which is not read.`);
  const catalogue = textIn(at, '_catalog_name') || textIn(at, 'catalog_name');
  return { name, line: index, ...(catalogue !== '' && { bare: name, catalogue }) };
}

function surfaceOf(row: unknown, index: number, unitMm: number): DraftSurface {
  const path = `seq_model.ifcs[${index}]`;
  const { type, at } = instanceOf(row, path);
  const part = newSurface(index, index);
  if (type === 'ThinLens') {
    const power = finiteIn(at, 'optical_power', path, undefined);
    return {
      ...part,
      thin: { focalLengthMm: converted(unitMm / power) },
      ...sizeOf(at, path, unitMm),
    };
  }
  if (type !== 'Surface')
    return fail(path, `surface ${index} is a ${type.slice(0, 40)}, which is not traced.`);
  if (isObject(at['phase_element']))
    fail(path, `surface ${index} has a phase element, which is not read.`);
  return {
    ...part,
    ...profileOf(at['profile'], index, `${path}.profile`, unitMm),
    mirror: textIn(at, 'interact_mode') === 'reflect',
    ...axisMoves(decentreOf(at['decenter'], index, `${path}.decenter`, unitMm)),
    ...sizeOf(at, path, unitMm),
  };
}

function profileOf(
  profile: unknown,
  index: number,
  path: string,
  unitMm: number,
): Pick<DraftSurface, 'shape' | 'own'> {
  const { type, at } = instanceOf(profile, path);
  const conic = finiteIn(at, 'cc', path, 0);
  const shape = {
    radius: radiusOf(finiteIn(at, 'cv', path, 0) / unitMm),
    ...(conic !== 0 && { conic }),
  };
  const powers = (step: 1 | 2): readonly number[] =>
    trimmed(numbersIn(at, 'coefs', path)).map((value, i) =>
      converted(value * unitMm ** (1 - step * (i + 1))),
    );
  switch (type) {
    case 'Spherical':
    case 'Conic':
      return { shape };
    case 'EvenPolynomial': {
      const aspheric = powers(2);
      return { shape: { ...shape, ...(aspheric.length > 0 && { aspheric }) } };
    }
    case 'RadialPolynomial':
      return { shape, own: { kind: 'odd', coefficients: powers(1) } };
    default:
      return fail(
        path,
        `surface ${index} has the profile ${type.slice(0, 40) || 'without a name'}, which is not traced.`,
      );
  }
}

const MODES: Readonly<Record<string, Decentre['mode']>> = {
  decenter: 'stays',
  'dec and return': 'DAR',
  reverse: 'REV',
  bend: 'BEN',
};

function decentreOf(
  value: unknown,
  index: number,
  path: string,
  unitMm: number,
): Decentre | undefined {
  if (value === null || value === undefined) return undefined;
  const { at } = instanceOf(value, path);
  const name = textIn(at, 'dtype').toLowerCase();
  const mode = Object.hasOwn(MODES, name) ? MODES[name] : undefined;
  if (!mode)
    return fail(
      path,
      `surface ${index} has the decentre "${name.slice(0, 40)}", which is not read.`,
    );
  const triple = (key: string): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = numbersIn(at, key, path);
    return [x, y, z];
  };
  const [x, y, z] = triple('dec');
  return { shift: [x * unitMm, y * unitMm, z * unitMm], turn: triple('euler'), mode };
}

function sizeOf(
  at: Table,
  path: string,
  unitMm: number,
): Pick<DraftSurface, 'apertures' | 'semiDiameterMm' | 'isComputedSize'> {
  const apertures = listIn(at, 'clear_apertures', path).map((one, i) =>
    openingOf(one, `${path}.clear_apertures[${i}]`, unitMm),
  );
  const open = apertures.find(({ obscures }) => obscures !== true);
  const size = finiteIn(at, 'max_aperture', path, 0) * unitMm;
  const own = size > 0 ? converted(size) : undefined;
  return {
    apertures,
    semiDiameterMm: open ? reachOfAperture(open) : own,
    // Without clear apertures it is the size of the drawing.
    isComputedSize: !open,
  };
}

function openingOf(value: unknown, path: string, unitMm: number): Aperture {
  const { type, at } = instanceOf(value, path);
  const mm = (key: string): number => converted(finiteIn(at, key, path, 0) * unitMm);
  const [x, y, turn] = [mm('x_offset'), mm('y_offset'), finiteIn(at, 'rotation', path, 0)];
  const place = {
    ...(x !== 0 && { x }),
    ...(y !== 0 && { y }),
    ...(turn !== 0 && { turn }),
    ...(at['is_obscuration'] === true && { obscures: true as const }),
  };
  switch (type) {
    case 'Circular':
      return { kind: 'circle', radius: mm('radius'), ...place };
    case 'Rectangular':
    case 'Elliptical':
      return {
        kind: type === 'Rectangular' ? 'rectangle' : 'ellipse',
        halfX: mm('x_half_width'),
        halfY: mm('y_half_width'),
        ...place,
      };
    default:
      return fail(
        path,
        `${path} is an aperture of the kind ${type.slice(0, 40)}, which is not read.`,
      );
  }
}

/** The two words that say what a value of the specification is. */
function keyOf(from: Table, path: string): readonly [side: string, kind: string] {
  const words = listIn(from, 'key', path).map(String);
  const [side = '', kind = ''] = words.slice(-2);
  return [side.toLowerCase(), kind.toLowerCase()];
}

function apertureOf(spec: Table, unitMm: number): DraftAperture {
  const { at } = instanceOf(spec['pupil'], 'optical_spec.pupil');
  const [side, kind] = keyOf(at, 'optical_spec.pupil');
  const value = finiteIn(at, 'value', 'optical_spec.pupil');
  if (!(value > 0))
    fail('optical_spec.pupil.value', 'optical_spec.pupil.value must be more than 0.');
  if (side === 'object' && (kind === 'epd' || kind === 'pupil'))
    return { kind: 'entrance pupil', value: value * unitMm };
  if (side === 'object' && kind === 'na') return { kind: 'object aperture', value };
  if (side === 'image' && kind === 'f/#') return { kind: 'f-number', value };
  if (side === 'image' && kind === 'na') return { kind: 'f-number', value: 1 / (2 * value) };
  return fail(
    'optical_spec.pupil.key',
    `The aperture ${side.slice(0, 20)} ${kind.slice(0, 20)} is not read.`,
  );
}

function fieldsOf(
  spec: Table,
  unitMm: number,
): { readonly fields: readonly FileField[]; readonly kind: FieldKind } {
  const path = 'optical_spec.field_of_view';
  const { at } = instanceOf(spec['field_of_view'], path);
  const [side, word] = keyOf(at, path);
  const kind: FieldKind | undefined =
    side === 'object' && word === 'angle'
      ? 'angle'
      : side === 'object' && word === 'height'
        ? 'object height'
        : side === 'image' && word === 'height'
          ? 'paraxial image height'
          : undefined;
  if (!kind)
    return fail(
      `${path}.key`,
      `Fields of the kind ${side.slice(0, 20)} ${word.slice(0, 20)} are not read.`,
    );
  const relative = at['is_relative'] === true ? finiteIn(at, 'value', path) : 1;
  const scale = relative * (kind === 'angle' ? 1 : unitMm);
  const fields = listIn(at, 'fields', path).map((field, i) => {
    const one = instanceOf(field, `${path}.fields[${i}]`).at;
    const number = (key: string, fallback: number) =>
      finiteIn(one, key, `${path}.fields[${i}]`, fallback);
    return {
      x: number('x', 0) * scale,
      y: number('y', 0) * scale,
      kind,
      weight: number('wt', 1),
      vignetting: Object.fromEntries(
        ['vux', 'vlx', 'vuy', 'vly'].flatMap((key) => {
          const value = number(key, 0);
          return value === 0 ? [] : [[key, value]];
        }),
      ),
    };
  });
  return { fields, kind };
}

function wavelengthsOf(spec: Table) {
  const path = 'optical_spec.spectral_region';
  const { at } = instanceOf(spec['spectral_region'], path);
  const nanometres = numbersIn(at, 'wavelengths', path);
  if (nanometres.some((nm) => !(nm > 0))) fail(path, `${path}.wavelengths must be more than 0.`);
  const weights = numbersIn(at, 'spectral_wts', path);
  const reference = finiteIn(at, 'reference_wvl', path, 0);
  return {
    primaryNm: nanometres[reference] ?? nanometres[0] ?? D_LINE,
    list: nanometres.map((nm, i) => ({ nm, weight: weights[i] ?? 1 })),
  };
}
