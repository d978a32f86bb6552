/** Bytes in words: '12.3 MB', '4096 MB', '38 kB'. */
export const megabytes = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : `${bytes < 1e8 ? Number((bytes / 1e6).toFixed(1)) : Math.round(bytes / 1e6)} MB`;
