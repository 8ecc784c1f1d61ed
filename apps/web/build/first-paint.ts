import type { HtmlTagDescriptor, Plugin } from "vite";
import { colorRoles } from "../src/app/tokens.ts";

const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Sets the background of the right theme before the application loads, declares the theme colour to
 * the browser, and preloads the font of the first line of text.
 */
export function firstPaint(): Plugin {
  return {
    name: "first-paint",
    transformIndexHtml: {
      order: "post",
      handler(_html, context): HtmlTagDescriptor[] {
        const { light, dark } = colorRoles;
        const css =
          `html{background:${light.surface};color:${light.text};color-scheme:light}` +
          `html[data-mantine-color-scheme=dark]{background:${dark.surface};color:${dark.text};color-scheme:dark}`;
        const font = Object.keys(context.bundle ?? {}).find((name) => FONT.test(name));
        return [
          { tag: "style", children: css, injectTo: "head" },
          themeColor(light.surface, "light"),
          themeColor(dark.surface, "dark"),
          ...(font ? [preloadFont(font)] : []),
        ];
      },
    },
  };
}

function themeColor(content: string, scheme: string): HtmlTagDescriptor {
  const attrs = { name: "theme-color", content, media: `(prefers-color-scheme: ${scheme})` };
  return { tag: "meta", attrs, injectTo: "head" };
}

function preloadFont(name: string): HtmlTagDescriptor {
  const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: true };
  return { tag: "link", attrs, injectTo: "head-prepend" };
}
