import { preferencesSchema, type Preferences } from '@lumenloom/contract';
import { callSite } from './call-site.ts';

/** What the account has turned on; undefined where nobody is logged in. */
export async function readPreferences(): Promise<Preferences | undefined> {
  const response = await callSite('/preferences');
  return response.status === 204 ? undefined : preferencesSchema.parse(await response.json());
}

export async function savePreferences(preferences: Preferences): Promise<void> {
  await callSite('/preferences', preferences, { method: 'PUT' });
}
