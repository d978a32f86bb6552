import { siteMessages, type Applicant } from '@lumenloom/contract';
import { postToSite } from './request.ts';

/** POST /api/apply, as a multipart form; only the status of the answer counts. */
export async function apply({
  resume,
  ...applicant
}: Applicant & { readonly resume: File }): Promise<void> {
  const form = new FormData();
  for (const [name, text] of Object.entries(applicant)) form.append(name, text);
  form.append('resume', resume);
  await postToSite('/apply', form, {
    refused: () => siteMessages.applyFailed,
    unreachable: siteMessages.applyUnreachable,
  });
}
