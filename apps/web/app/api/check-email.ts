import { checkEmailAnswerSchema } from '@lumenloom/contract';
import { sendToSite } from './request.ts';

/**
 * POST /api/check-email: whether the address has an account. A failed request counts as registered,
 * as the site specification says in section 8.
 */
export async function isRegistered(body: { readonly email: string }): Promise<boolean> {
  try {
    const response = await sendToSite('/check-email', body);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return checkEmailAnswerSchema.parse(await response.json()).duplicate;
  } catch (error) {
    console.warn('check-email:', error);
    return true;
  }
}
