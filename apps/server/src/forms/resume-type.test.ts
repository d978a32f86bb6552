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

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a program', exe],
    ['text', Buffer.from('%PDF is what I am.')],
    ['a page with a PDF behind it', Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdf])],
    ['half a PDF', pdf.subarray(0, 60)],
    ['a spreadsheet', xls],
    ['another archive', zip('[Content_Types].xml', 'xl/workbook.xml')],
    [
      'a document with macros',
      zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
    ],
    ['a program with an archive behind it', Buffer.concat([exe, docx])],
    ['an archive without a directory', docx.subarray(0, docx.length - 60)],
  ])('refuses %s', (_, bytes) => {
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
