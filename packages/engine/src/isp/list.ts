/** Every choice of this list, in its order; blank is always possible. None is built yet, so none is listed (ruling F2). */
export const isps = {} as const satisfies Readonly<Record<string, { readonly label: string }>>;
