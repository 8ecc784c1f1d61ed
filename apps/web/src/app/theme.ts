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

type Look = { size?: string | number; color?: string; variant?: string; className?: string };
type Vars = { root: Record<string, string> };

const BUTTON = {
  sm: {
    "--button-height": "var(--h-botao)",
    "--button-padding-x": "13px",
    "--button-fz": "var(--fs-texto)",
  },
  md: {
    "--button-height": "var(--h-touch)",
    "--button-padding-x": "20px",
    "--button-fz": "var(--fs-campo)",
  },
};

const CHECKBOX: Record<string, string> = { xs: "16px", sm: "18px", md: "24px" };

const FIELD = {
  xs: { "--input-height": "var(--h-control)", "--input-fz": "var(--fs-texto)" },
  sm: {
    "--input-height": "var(--field-height, var(--h-field))",
    "--input-fz": "var(--field-fz, var(--fs-campo))",
  },
};

/** Variables of a part: its ground, its text and its border. */
function paint(part: string, ground: string, text: string, line: string): Record<string, string> {
  return { [`--${part}-bg`]: ground, [`--${part}-color`]: text, [`--${part}-bd`]: `1px solid ${line}` };
}

/** color: "warn" or "bad", the name of a tinted role. */
function tinted(part: string, color: string): Record<string, string> {
  return paint(part, `var(--${color}-soft)`, `var(--${color}-text)`, `var(--${color}-line)`);
}

/** outline: a tag; light: a count; filled: a count of what is open. */
function badgeVars({ variant, color }: Look): Vars {
  const isTag = variant === "outline";
  const plain = isTag
    ? paint("badge", "transparent", "var(--text-2)", "var(--line-strong)")
    : paint("badge", "var(--neutral-soft)", "var(--text-2)", "transparent");
  const filled = paint("badge", `var(--${color ?? "accent"}-fill)`, "var(--on-accent)", "transparent");
  const look = color ? tinted("badge", color) : plain;
  return {
    root: {
      "--badge-height": "18px",
      "--badge-fz": "var(--fs-tag)",
      "--badge-padding-x": "4px",
      "--badge-radius": isTag ? "var(--r-tag)" : "9px",
      ...(variant === "filled" ? filled : look),
    },
  };
}

/** light: a neutral ground; outline: the ground of the page's panes; transparent: no box. */
function alertVars({ variant, color }: Look): Vars {
  const plain = {
    light: paint("alert", "var(--neutral-soft)", "var(--text-2)", "transparent"),
    outline: paint("alert", "var(--ground)", "var(--text-2)", "var(--line)"),
    transparent: paint("alert", "transparent", "var(--text-2)", "transparent"),
  }[variant ?? "light"];
  return { root: { ...plain, ...(color ? tinted("alert", color) : {}) } };
}

/** Plain objects: importing the components would add them all to the first page. */
const components = {
  ActionIcon: {
    defaultProps: { variant: "subtle", size: 32 },
    classNames: { root: "icone" },
  },
  Alert: {
    classNames: { root: "alert", icon: "alert-icon", message: "alert-text" },
    vars: (_theme: unknown, look: Look) => alertVars(look),
  },
  Anchor: { defaultProps: { inherit: true }, classNames: { root: "link" } },
  Badge: {
    defaultProps: { variant: "outline" },
    classNames: { root: "badge" },
    vars: (_theme: unknown, look: Look) => badgeVars(look),
  },
  Button: {
    defaultProps: { size: "sm", variant: "filled" },
    classNames: { root: "botao" },
    vars: (_theme: unknown, { size }: Look) => ({ root: size === "md" ? BUTTON.md : BUTTON.sm }),
  },
  Checkbox: {
    classNames: { inner: "checkbox-inner", input: "checkbox" },
    vars: (_theme: unknown, { size }: Look) => ({
      root: {
        "--checkbox-size": CHECKBOX[size ?? "sm"],
        "--checkbox-color": "var(--accent-fill)",
        "--checkbox-radius": "var(--r-tag)",
        "--label-offset-start": "10px",
      },
    }),
  },
  Divider: { defaultProps: { color: "var(--line)" } },
  Drawer: {
    defaultProps: { padding: 0, attributes: NO_BANNER },
    classNames: { header: "drawer-header", title: "t-painel" },
  },
  EmptyState: {
    defaultProps: { align: "left", size: "sm" },
    vars: () => ({ root: { "--empty-state-indicator-size": "28px" } }),
  },
  Group: { defaultProps: { gap: 8 } },
  Input: {
    classNames: { input: "campo" },
    vars: (_theme: unknown, { size }: Look) => ({ wrapper: size === "xs" ? FIELD.xs : FIELD.sm }),
  },
  InputWrapper: {
    classNames: { label: "campo-rotulo", description: "campo-dica", error: "campo-erro" },
    defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
  },
  Kbd: {
    defaultProps: {
      miw: 18,
      px: 5,
      py: 0,
      bg: "var(--rail)",
      bd: "1px solid var(--line-strong)",
      bdrs: "xs",
      c: "var(--text-2)",
      ff: "inherit",
      fw: 400,
      lh: "16px",
    },
    vars: () => ({ root: { "--kbd-fz": "var(--fs-tag)" } }),
  },
  Loader: { defaultProps: { size: 14, color: "var(--accent)" } },
  Menu: {
    defaultProps: { shadow: "md", transitionProps: { duration: 120 } },
    classNames: { dropdown: "menu", item: "menu-item", label: "menu-rotulo", divider: "menu-linha" },
  },
  Modal: {
    defaultProps: {
      centered: true,
      padding: "lg",
      radius: "lg",
      transitionProps: { duration: 150 },
      attributes: NO_BANNER,
    },
    classNames: { content: "dialogo", title: "t-painel", header: "dialogo-topo" },
  },
  Paper: {
    defaultProps: { radius: "md" },
    vars: () => ({ root: { "--paper-border-color": "var(--line)" } }),
  },
  Pill: {
    defaultProps: { radius: "xs", bg: "var(--neutral-soft)", c: "var(--text-2)" },
    vars: () => ({ root: { "--pill-height": "26px" } }),
  },
  Progress: {
    defaultProps: { size: 6, color: "var(--done)" },
    classNames: { root: "progress" },
  },
  Skeleton: { defaultProps: { animate: false }, classNames: { root: "skeleton" } },
  Stack: { defaultProps: { gap: 12 } },
  Table: {
    defaultProps: {
      borderColor: "var(--line)",
      highlightOnHoverColor: "var(--hover)",
      horizontalSpacing: 8,
      verticalSpacing: 9.5,
    },
    classNames: { th: "table-head", td: "table-cell" },
  },
  Tabs: { classNames: { list: "tab-list", tab: "tab" } },
  Text: { defaultProps: { size: "sm" } },
  Textarea: { defaultProps: { resize: "vertical" } },
  // Other components render it too, with a class of their own.
  UnstyledButton: {
    classNames: (_theme: unknown, { className = "" }: Look) => ({
      root: className.includes("mantine-") ? "" : "plain-button",
    }),
  },
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
  headings: {
    fontFamily: fontFamilies.sans,
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px", fontWeight: "620" },
      h2: { fontSize: "16px", lineHeight: "24px", fontWeight: "600" },
      h3: { fontSize: "14px", lineHeight: "20px", fontWeight: "600" },
    },
  },
  components,
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
    "--mantine-color-red-text": role["bad-text"],
    "--mantine-color-malote-text": role.accent,
    "--mantine-color-error": role["bad-text"],
    "--mantine-color-default": role.surface,
    "--mantine-color-default-hover": role.hover,
    "--mantine-color-default-color": role.text,
    "--mantine-color-default-border": role["line-strong"],
    "--mantine-color-disabled": role["neutral-soft"],
    "--mantine-color-disabled-color": role["text-3"],
    "--mantine-color-disabled-border": role.line,
    "--mantine-color-malote-filled-hover": role["accent-hover"],
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
