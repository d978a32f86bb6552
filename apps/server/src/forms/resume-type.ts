import { unzipSync } from 'fflate';

/** Types of files that are accepted as resumes. */
export type ResumeType = 'pdf' | 'doc' | 'docx';

const PDF_HEADER = /^%PDF-[12]\.\d/;
/** The end marker of a PDF; readers look for it in the last 1024 bytes (ISO 32000-1, annex H, note 18). */
const PDF_END = '%%EOF';
const PDF_END_WITHIN_BYTES = 1024;

/** Signature of a compound file, [MS-CFB] section 2.2. Only Word documents have a stream of this name ([MS-DOC] section 2.1.1). */
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
 * The type of a file by its content; its name and the content type of the request are not trusted.
 *
 * @returns undefined for files that are not PDF, DOC or DOCX, and for documents with macros.
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
