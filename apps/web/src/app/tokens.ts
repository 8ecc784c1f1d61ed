/**
 * Every colour, space, size and shadow of the product. The theme, the first-paint style and the stylesheets
 * use these; no other file contains a hex colour.
 */
export const scales = {
  malote: [
    "#EEF6F1",
    "#DBEBE2",
    "#B7D7C7",
    "#8DC0A6",
    "#60A586",
    "#3B8B6A",
    "#227656",
    "#145F46",
    "#0E4936",
    "#0A3527",
  ],
  gray: [
    "#FAF9F6",
    "#F4F2ED",
    "#EBE8E1",
    "#DEDAD1",
    "#C9C4B9",
    "#A39D91",
    "#6F6A60",
    "#57534A",
    "#36332D",
    "#1E1C18",
  ],
  dark: [
    "#ECE9E2",
    "#CFCBC2",
    "#A9A499",
    "#8F8A80",
    "#4A463F",
    "#35322D",
    "#26241F",
    "#1B1A17",
    "#141310",
    "#0E0D0B",
  ],
  red: [
    "#FDF0EE",
    "#F9D9D5",
    "#F3B8B0",
    "#EA9186",
    "#DD6A5D",
    "#CC4639",
    "#B83128",
    "#A3261C",
    "#821D15",
    "#5F150F",
  ],
} as const;

const paper = "#FFFFFF";

/** Colours by role. Components use these names as CSS variables, never a shade of a scale. */
export const colorRoles = {
  light: {
    surface: "#FFFFFF",
    ground: "#FAF9F6",
    rail: "#F6F4EF",
    "rail-active": "#FFFFFF",
    float: "#FFFFFF",
    "float-line": "#EAE7E0",
    hover: "#F8F6F2",
    "neutral-soft": "#F1EEE8",
    line: "#EAE7E0",
    "line-strong": "#D6D1C6",
    control: "#8E887C",
    field: "#FFFFFF",
    text: "#1E1C18",
    "text-2": "#57534A",
    "text-3": "#6F6A60",
    accent: "#145F46",
    "accent-fill": "#145F46",
    "accent-hover": "#0E4936",
    "accent-soft": "#EEF6F1",
    "accent-line": "#B7D7C7",
    "on-accent": "#FFFFFF",
    done: "#227656",
    "on-done": "#FFFFFF",
    "ok-icon": "#227656",
    "ok-text": "#145F46",
    "warn-icon": "#B27408",
    "warn-text": "#7D4F00",
    "warn-soft": "#FDF5E3",
    "warn-line": "#F0D9A4",
    "bad-text": "#A3261C",
    "bad-soft": "#FDF0EE",
    "bad-line": "#F3C9C3",
    "bad-fill": "#A3261C",
    focus: "#227656",
    halo: "#DBEBE2",
    brand: "#145F46",
    ink: "#26241F",
    "on-ink": "#ECE9E2",
    "on-ink-2": "#BDB8AD",
    "ink-line": "#4A463F",
    "ink-hover": "#36332D",
    tip: "#26241F",
    "on-tip": "#ECE9E2",
    paper,
    "shadow-float": "0 4px 16px rgba(30,28,24,.10), 0 1px 2px rgba(30,28,24,.08)",
    "shadow-dialog": "0 12px 40px rgba(30,28,24,.16), 0 2px 6px rgba(30,28,24,.08)",
  },
  dark: {
    surface: "#1B1A17",
    ground: "#161512",
    rail: "#141310",
    "rail-active": "#262420",
    float: "#211F1C",
    "float-line": "#403C36",
    hover: "#211F1C",
    "neutral-soft": "#262420",
    line: "#2B2925",
    "line-strong": "#403C36",
    control: "#7C776D",
    field: "#211F1C",
    text: "#ECE9E2",
    "text-2": "#BDB8AD",
    "text-3": "#A09B90",
    accent: "#7CC4A2",
    "accent-fill": "#227656",
    "accent-hover": "#1C6549",
    "accent-soft": "#1A2A23",
    "accent-line": "#2C5443",
    "on-accent": "#FFFFFF",
    done: "#5DB48D",
    "on-done": "#141310",
    "ok-icon": "#5DB48D",
    "ok-text": "#8FD0B0",
    "warn-icon": "#E0A52E",
    "warn-text": "#F0C060",
    "warn-soft": "#2C2414",
    "warn-line": "#54431E",
    "bad-text": "#F29A8F",
    "bad-soft": "#321C19",
    "bad-line": "#5E2E28",
    "bad-fill": "#B83128",
    focus: "#5DB48D",
    halo: "#1A2A23",
    brand: "#227656",
    ink: "#26241F",
    "on-ink": "#ECE9E2",
    "on-ink-2": "#BDB8AD",
    "ink-line": "#4A463F",
    "ink-hover": "#36332D",
    tip: "#ECE9E2",
    "on-tip": "#1E1C18",
    paper,
    "shadow-float": "0 4px 16px rgba(0,0,0,.40), 0 1px 2px rgba(0,0,0,.32)",
    "shadow-dialog": "0 12px 40px rgba(0,0,0,.52), 0 2px 6px rgba(0,0,0,.36)",
  },
} as const satisfies Record<"light" | "dark", Record<string, string>>;

/**
 * Chart series colours, in this order in both themes; the first five are NF-e, CT-e, CT-e OS, MDF-e and
 * NFC-e.
 */
export const chartColors = [
  "#1F7A5A",
  "#529FB1",
  "#6258D5",
  "#CE7B31",
  "#898779",
  "#A05591",
  "#297AB6",
  "#9885F0",
  "#4A710A",
] as const;

/** Colours of public panels that are equal in both themes (sign-in, e-mail header). */
export const greenPanel = {
  "panel-ground": "#0A3527",
  "panel-text": "#FFFFFF",
  "panel-text-2": "#B7D7C7",
  "panel-line": "#1F5A45",
  "panel-tick": "#8DC0A6",
  "panel-on-tick": "#0A3527",
} as const;

/** Type scale in CSS pixels: [font size, line height]. */
export const typeSizes = {
  hero: [56, 62],
  publico: [32, 40],
  entrada: [28, 36],
  valor: [24, 32],
  kpi: [22, 28],
  pagina: [20, 28],
  cartao: [18, 26],
  painel: [16, 24],
  cartaz: [15, 22],
  campo: [14, 20],
  texto: [13, 20],
  rotulo: [12, 16],
  tag: [11, 18],
} as const;

/** Spacing scale, in CSS pixels. */
export const spaces = [4, 8, 12, 16, 20, 24, 32, 40, 56] as const;

/** Fixed dimensions of the layout, in CSS pixels. */
export const measures = {
  sidebar: 216,
  rail: 60,
  header: 56,
  "header-phone": 52,
  gutter: 24,
  "gutter-phone": 16,
  row: 40,
  "table-head": 32,
  chipbar: 50,
  pager: 48,
  control: 32,
  field: 36,
  touch: 44,
  content: 1440,
  facts: 432,
} as const;

export const radii = { tag: 4, control: 6, panel: 8, card: 10, picture: 12 } as const;

export const fontFamilies = {
  sans: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
  mono: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, "DejaVu Sans Mono", monospace',
} as const;
