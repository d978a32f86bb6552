import pictures from './pictures.json' with { type: 'json' };

/** A picture that `npm run media` renders. */
export type PictureName = keyof typeof pictures;

/** Caption of a picture: what was computed, with which lens, light and exposure. */
export const captionOf = (name: PictureName): string => pictures[name].caption;

interface EnginePictureProps {
  readonly name: PictureName;
  readonly alt: string;
  /** The `sizes` attribute of HTML; as wide as the window by default. */
  readonly sizes?: string;
  /** True for the first visible picture of a page, which is fetched at once. */
  readonly priority?: boolean;
  /** Class of the img element. */
  readonly className?: string | undefined;
}

const sourceSet = (name: PictureName, type: 'avif' | 'webp'): string =>
  pictures[name].widths.map((width) => `/media/${name}-${width}.${type} ${width}w`).join(', ');

/** A picture made by our engine, with the sizes and formats from which the browser chooses. */
export function EnginePicture({
  name,
  alt,
  sizes = '100vw',
  priority = false,
  className,
}: EnginePictureProps) {
  const { width, height, widths } = pictures[name];
  return (
    <picture>
      <source type="image/avif" srcSet={sourceSet(name, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(name, 'webp')} sizes={sizes} />
      <img
        src={`/media/${name}-${widths.at(-1)!}.webp`}
        alt={alt}
        width={width}
        height={height}
        className={className}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'auto' : 'async'}
        fetchPriority={priority ? 'high' : 'auto'}
      />
    </picture>
  );
}
