/** The smallest files of each kind, for tests. */

/** One empty page. */
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A compound file's head and the directory entry of the stream that makes it a Word document. */
export const doc = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1016),
  Buffer.from('WordDocument\0', 'utf16le'),
  Buffer.alloc(512),
]);

/** A compound file that is a spreadsheet. */
export const xls = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1016),
  Buffer.from('Workbook\0', 'utf16le'),
  Buffer.alloc(512),
]);

/** A ZIP archive of empty files: local headers, central directory, end record. */
export function zip(...names: readonly string[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const bytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(bytes.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(bytes.length, 28);
    central.writeUInt32LE(offset, 42);
    locals.push(local, bytes);
    centrals.push(central, bytes);
    offset += local.length + bytes.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

export const docx = zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml');

/** A Windows program. */
export const exe = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(200),
  Buffer.from('This program cannot be run in DOS mode.'),
]);
