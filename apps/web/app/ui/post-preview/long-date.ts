const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 5, 2025' of '2025-03-05'. */
export const longDate = (date: string): string => format.format(new Date(date));
