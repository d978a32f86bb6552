/**
 * The link to a recipe in the fragment of an address, of any version; '' where there is none. Login and sign-up pass it on, so that the
 * workbench opens it afterwards.
 */
export const recipeLinkIn = (fragment: string): string =>
  /^#r\d+=/.test(fragment) ? fragment : '';
