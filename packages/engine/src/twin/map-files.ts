import { npyHeader, type NpyType } from '../images/npy.ts';
import type { Table } from '../text/json-fields.ts';
import type { LensEstimate } from './estimate-lens.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { DEFECT } from './find-defects.ts';
import { shadingSurface } from './light-shading.ts';

/** A file of a twin. */
export interface TwinFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The maps of a twin as .npy files, [rows, columns]: prnu (share), dsnu (electrons), defects (codes
 * of `DEFECT`) and shading (share), where they are known.
 *
 * @see docs/reference/twin.md#t7
 */
export function mapFiles({ maps, layout }: SensorEstimate, { shading }: LensEstimate): TwinFile[] {
  const file = (name: string, type: NpyType, data: Float32Array | Uint8Array | undefined) => {
    if (!data) return [];
    const header = npyHeader(type, [layout.rows, layout.columns]);
    const bytes = new Uint8Array(header.length + data.byteLength);
    bytes.set(header);
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), header.length);
    return [{ name: `${name}.npy`, bytes }];
  };
  return [
    ...file('prnu', 'float32', maps.prnu),
    ...file('dsnu', 'float32', maps.dsnu),
    ...file('defects', 'uint8', maps.defects),
    ...file('shading', 'float32', shading && shadingSurface(shading, layout)),
  ];
}

/** The sensor file of a twin that names its maps, which lie beside it. */
export function withMaps(sensor: Table, estimate: SensorEstimate): Table {
  const { maps, hotElectronsPerSecond } = estimate;
  const { prnu, dsnu, defects } = maps;
  // How hot the hot pixels are is not known without a gain.
  const isWhole = hotElectronsPerSecond !== undefined || !defects.includes(DEFECT.hot);
  const named = {
    ...(prnu && { prnu: 'prnu.npy' }),
    ...(dsnu && { dsnu: 'dsnu.npy' }),
    ...(isWhole && { defects: 'defects.npy' }),
  };
  return Object.keys(named).length === 0 ? sensor : { ...sensor, maps: named };
}
