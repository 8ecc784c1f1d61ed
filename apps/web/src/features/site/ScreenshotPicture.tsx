import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./site.module.css";

/** One screenshot in one theme: addresses of the same image, small and at double size. */
export type ThemedImage = { avif: string; avif2x?: string; webp: string };

/** A screenshot in both themes, of the same size. */
export type Screenshot = { light: ThemedImage; escuro: ThemedImage; width: number; height: number };

const PHONE_MEDIA = "(max-width: 639px)";

/**
 * A screenshot of the product in the current theme; below 640 px the one of a phone, if given.
 * @param isFirst the first image that a visitor sees: it loads at once
 */
export function ScreenshotPicture(props: {
  screenshot: Screenshot;
  phoneScreenshot?: Screenshot;
  alt: string;
  isFirst?: boolean;
}): React.JSX.Element {
  const { screenshot, phoneScreenshot, alt, isFirst = false } = props;
  const darkMedia = useDarkMedia();
  return (
    <picture className={classes.picture}>
      {phoneScreenshot && <Sources screenshot={phoneScreenshot} escuro={darkMedia} onlyMedia={PHONE_MEDIA} />}
      <Sources screenshot={screenshot} escuro={darkMedia} />
      <img
        src={screenshot.light.webp}
        width={screenshot.width}
        height={screenshot.height}
        alt={alt}
        decoding="async"
        {...(isFirst ? { fetchPriority: "high" } : { loading: "lazy" })}
      />
    </picture>
  );
}

function Sources(props: { screenshot: Screenshot; escuro: string; onlyMedia?: string }): React.JSX.Element {
  const { screenshot, escuro: darkMedia, onlyMedia } = props;
  const sizes = { width: screenshot.width, height: screenshot.height };
  const srcOf = ({ avif, avif2x }: ThemedImage): string => (avif2x ? `${avif}, ${avif2x} 2x` : avif);
  return (
    <>
      <source
        media={joinMedia(onlyMedia, darkMedia)}
        type="image/avif"
        srcSet={srcOf(screenshot.escuro)}
        {...sizes}
      />
      <source
        media={joinMedia(onlyMedia, darkMedia)}
        type="image/webp"
        srcSet={screenshot.escuro.webp}
        {...sizes}
      />
      <source media={onlyMedia} type="image/avif" srcSet={srcOf(screenshot.light)} {...sizes} />
      <source media={onlyMedia} type="image/webp" srcSet={screenshot.light.webp} {...sizes} />
    </>
  );
}

const joinMedia = (...media: (string | undefined)[]): string => media.filter(Boolean).join(" and ");

/**
 * The media query that matches in the dark theme. Before the application has loaded it is the
 * system's; public/antes.js corrects it to the theme chosen on this device.
 */
function useDarkMedia(): string {
  const { colorScheme } = useMantineColorScheme();
  const [darkMedia, setDarkMedia] = useState(SYSTEM_DARK_MEDIA);
  useEffect(() => {
    setDarkMedia(
      colorScheme === "auto"
        ? SYSTEM_DARK_MEDIA
        : colorScheme === "dark"
          ? "(min-width: 0)"
          : "(max-width: 0)",
    );
  }, [colorScheme]);
  return darkMedia;
}

const SYSTEM_DARK_MEDIA = "(prefers-color-scheme: dark)";
