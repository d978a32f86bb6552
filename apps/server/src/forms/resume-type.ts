import { strFromU8, unzipSync } from 'fflate';

/** Types of files that are accepted as resumes. */
export type ResumeType = 'pdf' | 'doc' | 'docx';

const PDF_HEADER = /^%PDF-[12]\.\d/;
/**
 * The end marker of a PDF; readers look for it in the last 1024 bytes (ISO 32000-1, annex H, note
 * 18).
 */
const PDF_END = '%%EOF';
const PDF_END_WITHIN_BYTES = 1024;

/**
 * Signature of a compound file, [MS-CFB] section 2.2. Only Word documents have a stream of this
 * name ([MS-DOC] section 2.1.1).
 */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const WORD_STREAM = Buffer.from('WordDocument\0', 'utf16le');

/**
 * Parts that every Office Open XML text document has (ECMA-376 part 2, section 10.1.2, and part 1,
 * section 11.3.10).
 */
const CONTENT_TYPES = '[Content_Types].xml';
const MAIN_PART = 'word/document.xml';
/**
 * Names of parts that hold macros or controls, in whatever folder and case: vbaProject.bin,
 * vbaData.xml, activeX1.bin and alike.
 */
const MACRO_PART = /vba|macro|activex/i;
/** Content types of documents and parts with macros or controls ([MS-OFFMACRO2], section 2). */
const MACRO_TYPE = /macroEnabled|vbaProject|vbaData|activeX/i;
/** Names of the storages of macros in a compound file ([MS-OVBA], section 2.2.1). */
const MACRO_STORAGES = ['Macros\0', '_VBA_PROJECT'].map((name) => Buffer.from(name, 'utf16le'));
/** The list of content types is small; a larger one is not unpacked. */
const LARGEST_LIST = 1_000_000;

/**
 * First bytes of a ZIP archive without a program in front of it (PKWARE APPNOTE 6.3.10, section
 * 4.3.7).
 */
const LOCAL_HEADER = Buffer.from('504b0304', 'hex');

interface Archive {
  readonly names: readonly string[];
  /** The text of the list of content types; '' without one, or if it is too large. */
  readonly contentTypes: string;
}

/**
 * The entries that decide about the type of a ZIP archive; undefined when the archive is not
 * complete. Nothing but the list of content types is unpacked.
 */
function readArchive(bytes: Buffer): Archive | undefined {
  if (!bytes.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) return undefined;
  const names: string[] = [];
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name);
        return name === CONTENT_TYPES && originalSize <= LARGEST_LIST;
      },
    });
    return { names, contentTypes: strFromU8(unpacked[CONTENT_TYPES] ?? new Uint8Array()) };
  } catch {
    return undefined;
  }
}

const isDocx = ({ names, contentTypes }: Archive): boolean =>
  names.includes(CONTENT_TYPES) &&
  names.includes(MAIN_PART) &&
  !names.some((name) => MACRO_PART.test(name)) &&
  !MACRO_TYPE.test(contentTypes);

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
    return bytes.includes(WORD_STREAM) && !MACRO_STORAGES.some((name) => bytes.includes(name))
      ? 'doc'
      : undefined;
  const archive = readArchive(bytes);
  return archive && isDocx(archive) ? 'docx' : undefined;
}
