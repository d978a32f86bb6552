import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { doc, docx, exe, pdf, xls, zip } from '../../tests/resumes.ts';
import { resumeType } from './resume-type.ts';

describe('resumeType', () => {
  it.each([
    ['pdf', pdf],
    ['doc', doc],
    ['docx', docx],
  ] as const)('knows a %s', (type, bytes) => {
    expect(resumeType(bytes)).toBe(type);
  });

  const refused: readonly (readonly [string, Buffer])[] = [
    ['an empty file', Buffer.alloc(0)],
    ['a program', exe],
    ['text', Buffer.from('%PDF is what I am.')],
    ['a page with a PDF behind it', Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdf])],
    ['half a PDF', pdf.subarray(0, 60)],
    ['a spreadsheet', xls],
    ['another archive', zip('[Content_Types].xml', 'xl/workbook.xml')],
    ...[
      'word/vbaProject.bin',
      'word/VBAPROJECT.BIN',
      'vbaProject2.bin',
      'word/vbaData.xml',
      'word/activeX/activeX1.bin',
    ].map(
      (part) =>
        [`a document with ${part}`, zip('[Content_Types].xml', 'word/document.xml', part)] as const,
    ),
    ...[
      'application/vnd.ms-word.document.macroEnabled.main+xml',
      'application/vnd.ms-office.vbaProject',
    ].map(
      (type) =>
        [
          `a document with a part of type ${type}`,
          Buffer.from(
            zipSync({
              '[Content_Types].xml': strToU8(`<Override PartName="/x.bin" ContentType="${type}"/>`),
              'word/document.xml': strToU8(''),
              'x.bin': strToU8(''),
            }),
          ),
        ] as const,
    ),
    ['a DOC with macros', Buffer.concat([doc, Buffer.from('_VBA_PROJECT_CUR\0', 'utf16le')])],
    ['a program with an archive behind it', Buffer.concat([exe, docx])],
    ['an archive without a directory', docx.subarray(0, docx.length - 60)],
  ];

  it.each(refused)('refuses %s', (_, bytes) => {
    expect(resumeType(bytes)).toBeUndefined();
  });

  it('survives every archive that is cut or has one byte changed', () => {
    for (let at = 0; at < docx.length; at += 1) {
      resumeType(docx.subarray(0, at));
      for (const value of [0, 0xff]) {
        const changed = Buffer.from(docx);
        changed[at] = value;
        resumeType(changed);
      }
    }
  });
});
