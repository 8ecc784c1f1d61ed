import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import {
  chartColors,
  colorRoles,
  fontFamilies,
  greenPanel,
  measures,
  radii,
  scales,
  spaces,
  typeSizes,
} from "./tokens.ts";

function tuple(shades: readonly string[]): MantineColorsTuple {
  const [a = "", b = "", c = "", d = "", e = "", f = "", g = "", h = "", i = "", j = ""] = shades;
  return [a, b, c, d, e, f, g, h, i, j];
}

// Mantine renders a <header>, which would count as a second banner landmark.
const NO_BANNER = { header: { role: "presentation" } };

const SMALL = {
  "--button-height": "var(--h-botao)",
  "--button-padding-x": "13px",
  "--button-fz": "var(--fs-texto)",
};
const LARGE = {
  "--button-height": "var(--h-touch)",
  "--button-padding-x": "20px",
  "--button-fz": "var(--fs-campo)",
};

/** The only theme of the product. */
export const theme = createTheme({
  primaryColor: "malote",
  primaryShade: { light: 7, dark: 6 },
  colors: {
    malote: tuple(scales.malote),
    gray: tuple(scales.gray),
    dark: tuple(scales.dark),
    red: tuple(scales.red),
  },
  white: colorRoles.light.paper,
  black: colorRoles.light.text,
  fontFamily: fontFamilies.sans,
  fontFamilyMonospace: fontFamilies.mono,
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  radius: {
    xs: `${radii.tag}px`,
    sm: `${radii.control}px`,
    md: `${radii.panel}px`,
    lg: `${radii.card}px`,
    xl: `${radii.picture}px`,
  },
  defaultRadius: "sm",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "20px", xl: "24px" },
  // Those of the CSS modules: below 640 px is a phone, below 900 px panes are stacked.
  breakpoints: { xs: "640px", sm: "760px", md: "900px", lg: "1180px", xl: "1280px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  // Plain objects: importing the components would add them all to the first page.
  components: {
    Button: {
      defaultProps: { size: "sm", variant: "filled" },
      classNames: { root: "botao" },
      vars: (_theme: unknown, { size }: { size?: string }) => ({ root: size === "md" ? LARGE : SMALL }),
    },
    Checkbox: { defaultProps: { radius: "xs" }, classNames: { input: "marca" } },
    Input: { classNames: { input: "campo" } },
    InputWrapper: {
      classNames: { label: "campo-rotulo", description: "campo-dica", error: "campo-erro" },
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
    Menu: {
      defaultProps: { shadow: "md", transitionProps: { duration: 120 } },
      classNames: { dropdown: "menu", item: "menu-item", label: "menu-rotulo", divider: "menu-linha" },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        transitionProps: { duration: 150 },
        attributes: NO_BANNER,
      },
      classNames: {
        content: "dialogo",
        title: "dialogo-titulo",
        header: "dialogo-topo",
        body: "dialogo-corpo",
      },
    },
  },
});

function prefix(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
}

function pixels(kind: string, values: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`--${kind}-${name}`, `${value}px`]),
  );
}

function typeScale(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typeSizes).flatMap(([name, [size, line]]) => [
      [`--fs-${name}`, `${size}px`],
      [`--lh-${name}`, `${line}px`],
    ]),
  );
}

function spaceScale(): Record<string, string> {
  return Object.fromEntries(spaces.map((space) => [`--e${space}`, `${space}px`]));
}

function chartScale(): Record<string, string> {
  return Object.fromEntries(chartColors.map((cor, at) => [`--grafico-${at + 1}`, cor]));
}

/** Mantine's own CSS variables, set from our colour roles. */
function mantineRoles(scheme: "light" | "dark"): Record<string, string> {
  const role = colorRoles[scheme];
  return {
    "--mantine-color-body": role.surface,
    "--mantine-color-text": role.text,
    "--mantine-color-bright": role.text,
    "--mantine-color-dimmed": role["text-3"],
    "--mantine-color-placeholder": role["text-3"],
    "--mantine-color-anchor": role.accent,
    "--mantine-color-error": role["bad-text"],
    "--mantine-color-default": role.surface,
    "--mantine-color-default-hover": role.hover,
    "--mantine-color-default-color": role.text,
    "--mantine-color-default-border": role["line-strong"],
    "--mantine-color-disabled": role["neutral-soft"],
    "--mantine-color-disabled-color": role["text-3"],
    "--mantine-color-disabled-border": role.line,
    "--mantine-shadow-md": role["shadow-float"],
    "--mantine-shadow-xl": role["shadow-dialog"],
  };
}

/** Exposes every token as a CSS variable. */
export const resolver: CSSVariablesResolver = () => ({
  variables: {
    ...typeScale(),
    ...spaceScale(),
    ...chartScale(),
    ...pixels("h", measures),
    ...pixels("r", radii),
    ...prefix(greenPanel),
    "--font-sans": fontFamilies.sans,
    "--font-mono": fontFamilies.mono,
  },
  light: { ...prefix(colorRoles.light), ...mantineRoles("light") },
  dark: { ...prefix(colorRoles.dark), ...mantineRoles("dark") },
});
