import { unzipSync } from 'fflate';

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

/** First bytes of a ZIP archive without a program in front of it (PKWARE APPNOTE 6.3.10, section 4.3.7). */
const LOCAL_HEADER = Buffer.from('504b0304', 'hex');

/** The names of a ZIP archive's files, from its central directory; none when it is not a complete archive. Nothing is unpacked. */
function zipNames(bytes: Buffer): ReadonlySet<string> {
  const names = new Set<string>();
  if (!bytes.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) return names;
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        names.add(name);
        return false;
      },
    });
    return names;
  } catch {
    return new Set();
  }
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
