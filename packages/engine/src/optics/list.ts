/** Every lens with glass in it, in the order of the choice list; blank is the ideal lens. None is built yet, so none is listed (ruling F2). */
export const optics = {} as const satisfies Readonly<Record<string, { readonly label: string }>>;
