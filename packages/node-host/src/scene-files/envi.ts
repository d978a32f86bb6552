import { checkSize, checkWavelengths, failScene, type SpectralFile } from './spectral-file.ts';

/** Bytes per value, and how one is read, by ENVI's number of the data type. */
const TYPES: Readonly<
  Record<
    number,
    readonly [bytes: number, read: (view: DataView, at: number, little: boolean) => number]
  >
> = {
  1: [1, (view, at) => view.getUint8(at)],
  2: [2, (view, at, little) => view.getInt16(at, little)],
  3: [4, (view, at, little) => view.getInt32(at, little)],
  4: [4, (view, at, little) => view.getFloat32(at, little)],
  5: [8, (view, at, little) => view.getFloat64(at, little)],
  12: [2, (view, at, little) => view.getUint16(at, little)],
  13: [4, (view, at, little) => view.getUint32(at, little)],
};

/** Nanometres per unit of `wavelength units`. */
const UNITS: Readonly<Record<string, number>> = {
  nanometers: 1,
  nanometres: 1,
  nm: 1,
  micrometers: 1000,
  micrometres: 1000,
  microns: 1000,
  um: 1000,
  µm: 1000,
};

/** Fields of an ENVI header by their names in small letters; a list in braces stays one text. */
function fieldsOf(header: string): ReadonlyMap<string, string> {
  if (!/^ENVI\s/.test(header)) failScene('Line 1: an ENVI header begins with ENVI');
  const fields = new Map<string, string>();
  const body = header.slice(4);
  const pattern = /^[ \t]*([\w ]+?)[ \t]*=[ \t]*(\{[^}]*\}|\{[^]*$|[^\r\n]*)/gm;
  for (const { 1: name = '', 2: value = '' } of body.matchAll(pattern)) {
    if (value.startsWith('{') && !value.endsWith('}'))
      failScene(`The list of "${name}" has no end: is the header complete?`);
    fields.set(name.toLowerCase(), value.replace(/^\{|\}$/g, '').trim());
  }
  return fields;
}

/**
 * Reads a cube in ENVI format: BSQ, BIL or BIP.
 *
 * @param header text of the .hdr file.
 * @param data of the file beside it.
 * @throws SimulationError naming the field of the header that is wrong.
 * @see NV5 Geospatial Software, ENVI header files.
 */
export function readEnvi(header: string, data: Uint8Array, room?: number): SpectralFile {
  const fields = fieldsOf(header);
  const number = (name: string, fallback?: number): number => {
    const text = fields.get(name);
    const value = text === undefined ? fallback : Number(text === '' ? NaN : text);
    if (value === undefined) return failScene(`The header has no "${name}"`);
    if (!Number.isFinite(value))
      failScene(`"${name}" must be a number, not "${text!.slice(0, 40)}"`);
    return value;
  };
  const [columns, rows, bands] = [number('samples'), number('lines'), number('bands')];
  checkSize(rows, columns, bands, room);
  const [size, read] =
    TYPES[number('data type')] ??
    failScene(
      `"data type" ${fields.get('data type')!} is not read; ${Object.keys(TYPES).join(', ')} are`,
    );
  const order = number('byte order', 0);
  if (order !== 0 && order !== 1) failScene(`"byte order" must be 0 or 1, not ${order}`);
  const offset = number('header offset', 0);
  if (!Number.isInteger(offset) || offset < 0)
    failScene(`"header offset" must be a whole number of bytes, not ${offset}`);
  const steps = stepsOf(fields.get('interleave') ?? '', rows, columns, bands);
  if (data.length < offset + rows * columns * bands * size)
    failScene(
      `The data end early: ${bands} bands of ${columns} × ${rows} with ${size} bytes each need ${offset + rows * columns * bands * size} bytes, the file has ${data.length}`,
    );
  const { wavelengths, groups, notes } = bandsOf(fields, bands);
  checkWavelengths(wavelengths, wavelengths.length);
  const scale = number('reflectance scale factor', 1);
  if (!(scale > 0)) failScene(`"reflectance scale factor" must be more than 0, not ${scale}`);
  const view = new DataView(data.buffer, data.byteOffset + offset, data.byteLength - offset);
  const raw = new Float64Array(rows * columns);
  const readBand = (band: number): Float64Array => {
    for (let row = 0; row < rows; row += 1) {
      let at = (band * steps.band + row * steps.row) * size;
      for (let pixel = row * columns; pixel < (row + 1) * columns; pixel += 1) {
        raw[pixel] = read(view, at, order === 0);
        at += steps.column * size;
      }
    }
    return raw;
  };
  const [gains, offsets] = [perBand(fields, 'gain', bands), perBand(fields, 'offset', bands)];
  const ignored = fields.has('data ignore value') ? number('data ignore value') : undefined;
  const missing = ignored === undefined ? undefined : missingOf(groups, readBand, raw, ignored);
  const plane = new Float64Array(rows * columns);
  return {
    cube: {
      rows,
      columns,
      wavelengths,
      band: (index) => {
        const group = groups[index]!;
        plane.fill(0);
        for (const band of group) {
          const [gain, shift] = [gains?.[band] ?? 1, offsets?.[band] ?? 0];
          readBand(band);
          for (let pixel = 0; pixel < plane.length; pixel += 1)
            plane[pixel]! += (gain * raw[pixel]! + shift) / scale / group.length;
        }
        if (missing)
          for (let pixel = 0; pixel < plane.length; pixel += 1)
            if (missing[pixel] === 1) plane[pixel] = 0;
        return plane;
      },
    },
    ...(fields.has('reflectance scale factor') && { quantity: 'reflectance' as const }),
    notes: [
      ...notes,
      ...(scale === 1 ? [] : [`Values are divided by the reflectance scale factor ${scale}.`]),
      ...(gains || offsets
        ? ['Values are those of the file times its gains, plus its offsets.']
        : []),
      ...missingNote(missing, ignored),
    ],
  };
}

/** Pixels that have the value that means no data in a band that is used. */
function missingOf(
  groups: readonly (readonly number[])[],
  readBand: (band: number) => Float64Array,
  raw: Float64Array,
  ignored: number,
): Uint8Array {
  const missing = new Uint8Array(raw.length);
  // Floats of the file are rounded, as the value is where it is compared.
  const rounded = Math.fround(ignored);
  for (const band of groups.flat()) {
    readBand(band);
    for (let pixel = 0; pixel < raw.length; pixel += 1)
      if (raw[pixel] === ignored || raw[pixel] === rounded) missing[pixel] = 1;
  }
  return missing;
}

function missingNote(
  missing: Uint8Array | undefined,
  ignored: number | undefined,
): readonly string[] {
  const count = missing?.reduce((sum, one) => sum + one, 0) ?? 0;
  if (!missing || count === 0) return [];
  return [
    `${Number(((100 * count) / missing.length).toPrecision(3))} % of the pixels have no data (the value ${ignored!}): they are black.`,
  ];
}

/** Gains or offsets, a value a band; undefined where the header has none. */
function perBand(
  fields: ReadonlyMap<string, string>,
  name: 'gain' | 'offset',
  bands: number,
): readonly number[] | undefined {
  const values = listOf(fields, `data ${name} values`);
  if (values && values.length !== bands)
    failScene(`"data ${name} values" has ${values.length} values for ${bands} bands`);
  return values;
}

/** A list of numbers of the header; undefined where there is none. */
function listOf(fields: ReadonlyMap<string, string>, name: string): readonly number[] | undefined {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return numbers.every(Number.isFinite)
    ? numbers
    : failScene(`"${name}" must be a list of numbers`);
}

/**
 * The bands in the order of their wavelengths: bad ones (bbl 0) are left out, and bands of the same
 * wavelength are one, their mean.
 */
function bandsOf(fields: ReadonlyMap<string, string>, bands: number) {
  const all = wavelengthsOf(fields);
  if (all.length !== bands) failScene(`There are ${all.length} wavelengths for ${bands} bands`);
  const marks = listOf(fields, 'bbl');
  if (marks && marks.length !== bands)
    failScene(`"bbl" has ${marks.length} values for ${bands} bands`);
  const bad = all.filter((_, band) => marks?.[band] === 0);
  const good = all
    .map((nm, band) => ({ nm, band }))
    .filter(({ band }) => marks?.[band] !== 0)
    .toSorted((a, b) => a.nm - b.nm);
  const byWavelength = new Map<number, number[]>();
  for (const { nm, band } of good) byWavelength.set(nm, [...(byWavelength.get(nm) ?? []), band]);
  const groups = [...byWavelength.values()];
  const isSorted = all.every((nm, i) => i === 0 || nm > all[i - 1]!);
  return {
    wavelengths: [...byWavelength.keys()],
    groups,
    notes: [
      ...(bad.length > 0
        ? [`Bands that the header calls bad (bbl) are left out: ${bad.join(', ')} nm.`]
        : []),
      ...(isSorted ? [] : ['Its bands were sorted by their wavelengths.']),
      ...(groups.some((group) => group.length > 1)
        ? ['Bands of the same wavelength are one, their mean.']
        : []),
    ],
  };
}

/** Values from one band, row and column to the next. */
function stepsOf(interleave: string, rows: number, columns: number, bands: number) {
  switch (interleave.toLowerCase()) {
    case 'bsq':
      return { band: rows * columns, row: columns, column: 1 };
    case 'bil':
      return { band: columns, row: bands * columns, column: 1 };
    case 'bip':
      return { band: 1, row: bands * columns, column: bands };
    default:
      return failScene(`"interleave" must be bsq, bil or bip, not "${interleave.slice(0, 20)}"`);
  }
}

function wavelengthsOf(fields: ReadonlyMap<string, string>): number[] {
  const list = fields.get('wavelength');
  if (list === undefined) return failScene('The header has no "wavelength"');
  const numbers = list.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const name = fields.get('wavelength units')?.toLowerCase();
  // Without a unit, values below 100 can only be micrometres.
  const unit =
    name === undefined || name === 'unknown' ? (numbers[0]! < 100 ? 1000 : 1) : UNITS[name];
  if (unit === undefined)
    return failScene(
      `"wavelength units" must be nanometers or micrometers, not "${name!.slice(0, 40)}"`,
    );
  return numbers.map((value) => Number((value * unit).toPrecision(12)));
}
