import { bitmapOf } from '@lumenloom/browser-host';
import { useEffect, useState } from 'react';
import { follow, writable, type Readable } from '../../model/store.ts';
import type { Size } from './picture-view.ts';
import { decodePicture, type DecodedPicture } from './measure-region.ts';

/**
 * The address of a picture of 8-bit red, green and blue, once the browser has decoded it; until
 * then the one before.
 *
 * @param make is called again when it is another function; undefined for no picture.
 */
export function madePicture(
  make: Readable<(() => Size & { readonly rgb: Uint8Array }) | undefined>,
  signal: AbortSignal,
): Readable<string | undefined> {
  const address = writable<string | undefined>(undefined);
  let wanted: unknown;
  const show = (next: string | undefined): void => {
    const before = address.current();
    address.set(next);
    if (before !== undefined) URL.revokeObjectURL(before);
  };
  const take = async (made: string, now: unknown): Promise<void> => {
    const picture = new Image();
    picture.src = made;
    const isDecoded = await picture.decode().then(
      () => true,
      () => false,
    );
    if (isDecoded && wanted === now && !signal.aborted) show(made);
    else URL.revokeObjectURL(made);
  };
  follow(
    [make],
    () => {
      const now = make.current();
      wanted = now;
      if (!now) {
        show(undefined);
        return;
      }
      const { width, height, rgb } = now();
      const bitmap = bitmapOf({ rows: height, columns: width, channels: 3, data: rgb });
      void take(URL.createObjectURL(new Blob([bitmap], { type: 'image/bmp' })), now);
    },
    signal,
  );
  signal.addEventListener('abort', () => show(undefined), { once: true });
  return address;
}

/** The codes of the picture at an address; undefined until they are known. */
export function useDecoded(address: string | undefined): DecodedPicture | undefined {
  const [decoded, setDecoded] = useState<{
    readonly of: string;
    readonly picture: DecodedPicture;
  }>();
  useEffect(() => {
    if (address === undefined) return undefined;
    let isWanted = true;
    void decodePicture(address).then(
      (picture) => isWanted && setDecoded({ of: address, picture }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [address]);
  return decoded && decoded.of === address ? decoded.picture : undefined;
}

/** A picture of 8-bit red, green and blue as a PNG file. */
export async function pngOf({ width, height }: Size, rgb: Uint8Array): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const shown = context.createImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    shown.data.set(rgb.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
    shown.data[4 * pixel + 3] = 255;
  }
  context.putImageData(shown, 0, 0);
  return canvas.convertToBlob();
}
