import { z } from 'zod';
import { PRODUCT_TYPES } from '../plans.ts';
import { LONGEST_TEXT, storableText } from '../text-fields.ts';
import { senderFields } from './contact.ts';

/**
 * Largest quantity that the server stores; the page names none
 * (docs/reference/protocol.md#sales-quantity).
 */
const LARGEST_QUANTITY = 1e6;

/** POST /api/contact-sales. A quantity field that is empty gives NaN in a browser. */
export const salesInquirySchema = z.strictObject({
  productType: z.enum(PRODUCT_TYPES, 'Please select a product type'),
  quantity: z
    .number('Quantity is required')
    .min(1, { message: 'Quantity must be a positive number', abort: true })
    .refine(Number.isInteger, 'Quantity must be an integer')
    .max(LARGEST_QUANTITY, `Quantity must be at most ${LARGEST_QUANTITY}`),
  ...senderFields,
  message: storableText('Message', LONGEST_TEXT.message, 'Message must be a text').optional(),
});

export type SalesInquiry = z.infer<typeof salesInquirySchema>;
