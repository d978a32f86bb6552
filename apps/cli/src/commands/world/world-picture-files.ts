import { WAVELENGTHS, npyHeader, type NpyType } from '@lumenloom/engine';
import { encodePng, writeExr } from '@lumenloom/node-host';
import { linearRgb, shownPicture, type WorldPicture } from '@lumenloom/world';

interface Wished {
  readonly rgb: boolean;
  readonly npy: boolean;
  readonly hidden: boolean;
  readonly groups: boolean;
}

/** The files of a rendering, by their names. */
export async function pictureFiles(
  picture: WorldPicture,
  wished: Wished,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const radiance = sumOf(picture.radiance);
  const { columns, rows } = picture;
  const rgb = linearRgb(radiance, rows * columns);
  const files = new Map<string, Uint8Array>([
    ['world.exr', exrOf(picture, radiance, wished.rgb ? rgb : undefined)],
    [
      'preview.png',
      await encodePng({ rows, columns, channels: 3, data: shownPicture(rgb, picture.luminance) }),
    ],
  ]);
  if (!wished.npy) return files;
  const { depth, ids, materials, normals, motion, error, hidden, groups } = picture;
  const add = (
    name: string,
    type: NpyType,
    shape: readonly number[],
    data: Float32Array | Uint16Array,
  ): void => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    files.set(`${name}.npy`, Buffer.concat([npyHeader(type, shape), bytes]));
  };
  const [plane, cube] = [
    [rows, columns],
    [WAVELENGTHS.length, rows, columns],
  ];
  add('radiance', 'float32', cube, radiance);
  add('depth', 'float32', plane, depth);
  add('ids', 'uint16', plane, ids);
  add('materials', 'uint16', plane, materials);
  add('normals', 'float32', [...plane, 3], normals);
  add('motion', 'float32', [...plane, 2], motion);
  add('error', 'float32', plane, error);
  if (hidden) {
    add('hidden-radiance', 'float32', cube, sumOf(hidden.radiance));
    add('hidden-depth', 'float32', plane, hidden.depth);
  }
  if (wished.groups)
    for (const [at, group] of groups.entries())
      // A group that holds nothing is not written.
      if (picture.radiance[at]!.some((value) => value > 0))
        add(`radiance-${group}`, 'float32', cube, picture.radiance[at]!);
  return files;
}

function sumOf(groups: readonly Float32Array[]): Float32Array {
  if (groups.length === 1) return groups[0]!;
  const sum = new Float32Array(groups[0]!.length);
  for (const group of groups) for (let i = 0; i < sum.length; i += 1) sum[i]! += group[i]!;
  return sum;
}

function exrOf(
  { columns, rows, depth, ids, materials, normals, motion, error }: WorldPicture,
  radiance: Float32Array,
  rgb: Float32Array | undefined,
): Uint8Array {
  const pixels = columns * rows;
  const part = (values: Float32Array, size: number, at: number): Float32Array =>
    Float32Array.from({ length: pixels }, (_, i) => values[size * i + at]!);
  const light: readonly (readonly [string, Float32Array])[] = rgb
    ? ['R', 'G', 'B'].map((name, at) => [name, part(rgb, 3, at)] as const)
    : WAVELENGTHS.map(
        (nm, band) =>
          [`S0.${nm},00nm`, radiance.slice(band * pixels, (band + 1) * pixels)] as const,
      );
  return writeExr({
    rows,
    columns,
    channels: new Map([
      ...light,
      ['Z', depth],
      ['IndexOB', Float32Array.from(ids)],
      ['IndexMA', Float32Array.from(materials)],
      ...['X', 'Y', 'Z'].map((axis, at) => [`N.${axis}`, part(normals, 3, at)] as const),
      ...['X', 'Y'].map((axis, at) => [`Vector.${axis}`, part(motion, 2, at)] as const),
      ['error', error],
    ]),
    attributes: { emissiveUnits: 'W.m^-2.sr^-1.nm^-1' },
  });
}
