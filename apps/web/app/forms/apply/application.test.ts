import { LARGEST_RESUME_BYTES } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { applicationSchema } from './application.ts';

const applicant = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '+82 2 000 0000',
};
const resume = (name: string, bytes = 3): File => new File([new Uint8Array(bytes)], name);

test.each([
  [undefined, 'A file is required'],
  [[], 'A file is required'],
  [[resume('resume.exe')], 'The file must be a PDF, DOC or DOCX'],
  [[resume('resume.pdf', LARGEST_RESUME_BYTES + 1)], 'The file must be at most 10 MB'],
  [[resume('resume.pdf', LARGEST_RESUME_BYTES)], undefined],
  [[resume('RESUME.DOCX')], undefined],
])('resume %#', (files, sentence) => {
  expect(
    applicationSchema.safeParse({ ...applicant, resume: files }).error?.issues[0]?.message,
  ).toBe(sentence);
});

test('what is sent is the file itself', () => {
  const file = resume('a.doc');
  expect(applicationSchema.parse({ ...applicant, resume: [file] })).toEqual({
    ...applicant,
    resume: file,
  });
});
