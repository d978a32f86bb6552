import {
  licenseCheckAnswerSchema,
  siteMessages,
  type Applicant,
  type ContactMessage,
  type LicenseCheck,
  type SalesInquiry,
} from '@lumenloom/contract';
import { postToSite, RequestError, sendToSite, sentenceIn } from './request.ts';

/** POST /api/contact; only the status of the answer counts. */
export async function sendMessage(body: ContactMessage): Promise<void> {
  await postToSite('/contact', body, {
    refused: () => siteMessages.messageFailed,
    unreachable: siteMessages.messageFailed,
  });
}

/** POST /api/contact-sales; only the status of the answer counts. */
export async function sendInquiry(body: SalesInquiry): Promise<void> {
  await postToSite('/contact-sales', body, {
    refused: () => siteMessages.messageFailed,
    unreachable: siteMessages.messageFailed,
  });
}

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

/**
 * Messages of the fields that the message of the server names; of both fields when it names none.
 */
function fieldsNamedIn(sentence: string): Record<string, string> {
  const fields: Record<string, string> = {};
  if (/email/i.test(sentence)) fields['email'] = siteMessages.licenseEmailDiffers;
  if (/license/i.test(sentence)) fields['licenseKey'] = siteMessages.licenseKeyDiffers;
  return Object.keys(fields).length > 0
    ? fields
    : { email: siteMessages.licenseEmailInvalid, licenseKey: siteMessages.licenseKeyInvalid };
}

/**
 * POST /api/license-check
 *
 * @returns the address of the download.
 * @throws RequestError; a body that is not JSON counts as no message
 *   (docs/reference/protocol.md#license-answers).
 */
export async function checkLicense(body: LicenseCheck): Promise<string> {
  try {
    const response = await sendToSite('/license-check', body);
    const answer: unknown = await response.json();
    if (response.ok) return licenseCheckAnswerSchema.parse(answer).downloadUrl;
    const sent = sentenceIn(answer);
    const message = sent ?? siteMessages.licenseRefused;
    const fields = fieldsNamedIn(sent ?? '');
    // The fields say nothing about too many tries.
    const reason = response.status === 429 ? sent : undefined;
    throw new RequestError(message, response.status, fields, [], reason);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    console.error('license-check:', error);
    throw new RequestError(siteMessages.licenseUnreachable);
  }
}
