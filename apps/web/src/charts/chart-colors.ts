import { colorRoles, fontFamilies } from "../app/tokens.ts";

export type ChartTheme = "light" | "dark";

/** Colours of a chart's frame; an exported image always uses the light theme. */
export function colorsOf(theme: ChartTheme) {
  const { surface, line, text, "text-2": text2, "text-3": text3, tip, "on-tip": onTip } = colorRoles[theme];
  return { surface, line, text, text2, text3, tip, onTip };
}

/** The full font list: an exported image inherits none. */
export const FONT_FAMILY = fontFamilies.sans;
