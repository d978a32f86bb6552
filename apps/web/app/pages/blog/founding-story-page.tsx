import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { articleMeta, foundingStory } from './articles.ts';
import { BlogArticle } from './blog-article.tsx';

export const meta = articleMeta(foundingStory);

export default function FoundingStoryPage() {
  return (
    <BlogArticle article={foundingStory}>
      <p>
        Every camera project has a day on which the first prototype is switched on. The lens has met
        its data sheet, the sensor has met its own, the processor too. The bill is paid, and only
        now does anybody see the picture. If it does not serve its purpose, the question of which
        part is to blame comes months too late for a cheap answer.
      </p>
      <p>
        {siteConfig.productName} began with that delay. We wanted to ask the question on the first
        day: put a lens, a sensor and an image signal processor together in a program, show them a
        scene, and look. Not a rendering that resembles a photograph, but the photograph that this
        lens and this sensor would take, with the exposure in seconds and the noise in electrons.
      </p>
      <h2>Begin with photons</h2>
      <p>
        The first decision was where to start. Much image simulation starts from an RGB picture:
        blur it, darken it, add Gaussian noise. That is fast, and often enough to make a network
        more robust. But an RGB picture has been through a camera already. Its colours were
        integrated over filters that nobody recorded, and its shadows contain noise that will now be
        treated as scene. So we start before the camera, with radiance in photons per second,
        steradian, square metre and nanometre, in 31 bands from 400 to 700&nbsp;nm, at a level in
        candelas per square metre. “Dark” becomes a number.
      </p>
      <p>
        The price seemed high. Thirty-one bands at sensor size are 124 bytes per pixel, 1.5&nbsp;GB
        for twelve megapixels. But a scene consists of a few spectra in different amounts, and
        everything up to the colour filter is linear. The bands can be folded into a few planes
        before they reach a pixel. A 4000 × 3000 chart through a Double-Gauss, with noise and
        processing, takes about three seconds that way (two shared cores of an AMD EPYC, lens tables
        warm). Physics first turned out to be the fast way as well.
      </p>
      <h2>The swapped channels</h2>
      <p>
        Then came the first colour chart, and red stood where blue belongs. The fix was in plain
        sight: swap two channels at the end. We measured instead. The chart has 24 patches with
        known reflectances, and the mean difference between what they should look like and what came
        out, as ΔE76, was about 48.
      </p>
      <p>
        The reason lay in the default colour matrix of the processing chain, which hands blue to red
        and red to blue. Read literally it is nonsense. Read as a reordering for an image encoder
        that expects blue first, it is right, and the white balance beside it agrees: a gain of 1.4
        for red and 4.9 for blue makes sense only on silicon under a warm light, where blue is what
        is missing. With the order understood, the same chain gives 11.7. The change to the code was
        the one we could have made blindly. The difference is that we know why it is there, and that
        a test fails if it goes.
      </p>
      <h2>Pictures that look fine</h2>
      <p>
        The opposite case is worse. Sharpness is measured on a slanted edge, and in our first
        experiments that edge was an image like any other, sampled coarsely and enlarged. It looked
        like an edge. It was a staircase with steps of five pixels: the response measured at 0.2
        cycles per pixel was 0.004, where an edge kept as a formula, and averaged exactly over every
        pixel, gives 0.93. Nobody would have seen that by looking.
      </p>
      <p>
        And once a picture was right and looked broken. Sixty-four points of light, seen through the
        fisheye, came out black. There the points are smaller than two pixels, and dead-pixel
        correction did exactly what it was built to do. We left the arithmetic alone and wrote the
        observation down, beside the others that look like bugs and are not.
      </p>
      <h2>What we kept</h2>
      <ul>
        <li>
          Somebody else must be able to contradict us. Rays are compared with independent tracers,
          radiometry with ISETCam, the processing with Fast-openISP, module by module.
        </li>
        <li>
          Beside every fast path stays the slow one that anybody can read, and the two must agree.
        </li>
        <li>A tolerance has a reason, and it is never widened to make a test pass.</li>
        <li>
          The same seed gives the same picture, to the bit, on one thread or many. Noise is no
          excuse for a result that cannot be repeated.
        </li>
        <li>
          What misses its target is published with the rest. Hard edges through the fisheye are our
          standing example: up to 0.48&nbsp;% of error in single pixels at normal quality, where our
          limit for the other lenses is 0.3&nbsp;%.
        </li>
      </ul>
      <p>
        None of this is finished. The sensor model has no rolling shutter, the lenses have ideal
        coatings, and scenes are flat. What has stayed since the beginning is the order: first the
        photons, then the picture, and only then an opinion about it. Where that order leads next is
        described under <Link to="/research">Research</Link>.
      </p>
    </BlogArticle>
  );
}
