import { SimulationError, loadOnce, type Host, type RgbImage } from '@lumenloom/engine';

/** Bytes before the pixels: rows and columns, unsigned 32-bit, little-endian. */
const HEADER = 8;

/**
 * Fetches the product's pictures as the server has decoded them, because decoders of browsers
 * differ in the last bits.
 */
export function picturesAt(address: string): Host['loadImage'] {
  const loaded = new Map<string, Promise<RgbImage>>();
  return (name) =>
    loadOnce(loaded, name, async () => {
      const response = await fetch(address + encodeURIComponent(name)).catch(() => undefined);
      if (!response?.ok)
        throw new SimulationError('bad-parameter', `${name} could not be loaded.`, 'scene');
      const bytes = await response.arrayBuffer();
      const header = new DataView(bytes, 0, HEADER);
      return {
        rows: header.getUint32(0, true),
        columns: header.getUint32(4, true),
        rgb: new Uint8Array(bytes, HEADER),
      };
    });
}
