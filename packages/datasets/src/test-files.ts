import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

/** Files of a data set that a test makes. */
export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

/** Writes files into a folder of their own; `remove` deletes it. */
export async function writeFiles(
  files: TestFiles,
): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-set-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A picture of a gradient; `grey` is one of a single value. */
export async function testPicture(
  width: number,
  height: number,
  {
    type = 'png',
    orientation,
    grey,
  }: { type?: 'png' | 'jpeg'; orientation?: number; grey?: number } = {},
): Promise<Uint8Array> {
  const channels = grey === undefined ? 3 : 1;
  const data = Uint8Array.from(
    { length: width * height * channels },
    (_, i) => grey ?? 20 + ((i * 7) % 200),
  );
  const picture = sharp(data, { raw: { width, height, channels } });
  const sized = grey === undefined ? picture : picture.toColourspace('b-w');
  const turned = orientation === undefined ? sized : sized.withMetadata({ orientation });
  return turned.toFormat(type).toBuffer();
}

interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
  /** Attributes of Unix, such as 0o120777 for a link. */
  readonly mode?: number;
}

/** The bytes of a zip file; names are written as they are. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644 } of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      common,
      Buffer.from(name),
      packed,
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, Buffer.from(name)]),
    );
    pieces.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, central, end]);
}
