import type { Preferences } from '@lumenloom/contract';
import { callSite } from './call-site.ts';

/**
 * What the account has turned on; undefined where nobody is logged in, or the answer is none. It is
 * read by hand, because the schema library would come with the first scripts of the workbench.
 */
export async function readPreferences(): Promise<Preferences | undefined> {
  const response = await callSite('/preferences');
  if (response.status === 204) return undefined;
  const { tools } = ((await response.json()) ?? {}) as Partial<Preferences>;
  return tools === 'all' || Array.isArray(tools) ? { tools } : undefined;
}

export async function savePreferences(preferences: Preferences): Promise<void> {
  await callSite('/preferences', preferences, { method: 'PUT' });
}
