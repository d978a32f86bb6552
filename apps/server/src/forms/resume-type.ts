/** What a resume may be; also the ending that it is stored under. */
export type ResumeType = 'pdf' | 'doc' | 'docx';

const PDF_HEADER = /^%PDF-[12]\.\d/;
/** A PDF ends with this mark; programs may have written a little after it (ISO 32000-1, annex H, note 18: readers look in the last 1024 bytes). */
const PDF_END = '%%EOF';
const PDF_END_WITHIN_BYTES = 1024;

/** Compound file, [MS-CFB] section 2.2. Spreadsheets and installers are ones too: a Word document has a stream of this name ([MS-DOC] section 2.1.1). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD_STREAM = Buffer.from('WordDocument\0', 'utf16le');

/** Parts that every Office Open XML text document has (ECMA-376 part 2, section 10.1.2, and part 1, section 11.3.10), and the one that only documents with macros have. */
const CONTENT_TYPES = '[Content_Types].xml';
const MAIN_PART = 'word/document.xml';
const MACROS = 'word/vbaProject.bin';

/** ZIP, PKWARE APPNOTE 6.3.10: local header (4.3.7), central directory header (4.3.12), end of central directory (4.3.16). */
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;
const END_RECORD = Buffer.from('504b0506', 'hex');
const END_RECORD_BYTES = 22;

/** The names of a ZIP archive's files, from its central directory; none when it is no whole archive. */
function zipNames(bytes: Buffer): ReadonlySet<string> {
  const names = new Set<string>();
  const end = bytes.lastIndexOf(END_RECORD);
  if (
    bytes.length < 4 ||
    bytes.readUInt32LE(0) !== LOCAL_HEADER ||
    end < 0 ||
    end + END_RECORD_BYTES > bytes.length
  )
    return names;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_HEADER_BYTES > end || bytes.readUInt32LE(at) !== CENTRAL_HEADER)
      return new Set();
    const nameBytes = bytes.readUInt16LE(at + 28);
    names.add(
      bytes.toString('utf8', at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + nameBytes),
    );
    at +=
      CENTRAL_HEADER_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

/**
 * What a file is, by its content alone: its name and the type that the sender states may say anything.
 *
 * @returns undefined for everything that is no PDF, DOC or DOCX, and for a DOCX with macros.
 */
export function resumeType(bytes: Buffer): ResumeType | undefined {
  if (PDF_HEADER.test(bytes.toString('latin1', 0, 8))) {
    return bytes.subarray(-PDF_END_WITHIN_BYTES).includes(PDF_END, 0, 'latin1') ? 'pdf' : undefined;
  }
  if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE))
    return bytes.includes(WORD_STREAM) ? 'doc' : undefined;
  const names = zipNames(bytes);
  return names.has(CONTENT_TYPES) && names.has(MAIN_PART) && !names.has(MACROS)
    ? 'docx'
    : undefined;
}
