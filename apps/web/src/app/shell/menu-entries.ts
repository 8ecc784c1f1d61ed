import type { MantineColorScheme } from "@mantine/core";
import {
  IconActivity,
  IconArchive,
  IconBuildingStore,
  IconChartBar,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconFileArrowLeft,
  IconFileArrowRight,
  IconFileImport,
  IconListDetails,
  IconMail,
  IconMailbox,
  IconMoon,
  IconSettings,
  IconStack2,
  IconSun,
  IconZoomCheck,
  type TablerIcon,
} from "@tabler/icons-react";
import { general } from "../../texts/app/general.ts";
import { operatorMenuTexts } from "../../texts/operator/menu.ts";

const { telas: pages } = general;
const { telas: operatorPages } = operatorMenuTexts;

export type MenuEntry = {
  to: string;
  name: string;
  icon: TablerIcon;
  /** The key that opens the page after G. */
  shortcutKey?: string;
  badge?: "abertas";
  /** Other URL prefixes under which the entry is active. */
  activePrefixes?: readonly string[];
};

/** The entries of spec §2, in its order. */
export const MENU_ENTRIES: readonly (MenuEntry & { shortcutKey: string })[] = [
  { to: "/painel", name: pages.painel, icon: IconChartBar, shortcutKey: "D" },
  { to: "/dfe_emitidos", name: pages.emitidos, icon: IconFileArrowRight, shortcutKey: "E" },
  {
    to: "/dfe_recebidos",
    name: pages.recebidos,
    icon: IconFileArrowLeft,
    shortcutKey: "R",
    badge: "abertas",
    activePrefixes: ["/lotes"],
  },
  {
    to: "/auditor",
    name: pages.auditor,
    icon: IconZoomCheck,
    shortcutKey: "U",
    activePrefixes: ["/auditor/"],
  },
  {
    to: "/emails",
    name: pages.emails,
    icon: IconMail,
    shortcutKey: "M",
    activePrefixes: ["/email/"],
  },
  {
    to: "/importacao",
    name: pages.importacao,
    icon: IconFileImport,
    shortcutKey: "I",
    activePrefixes: ["/importacao/"],
  },
  { to: "/repositorio", name: pages.repositorio, icon: IconArchive, shortcutKey: "P" },
  {
    to: "/admin",
    name: pages.administrador,
    icon: IconSettings,
    shortcutKey: "A",
    activePrefixes: ["/empresa/", "/usuario/", "/cert/", "/caixaemail/"],
  },
];

/** The operator's pages, in the order of the sidebar. */
export const OPERATOR_ENTRIES: readonly MenuEntry[] = [
  { to: "/operacao", name: operatorPages.operacao, icon: IconActivity },
  { to: "/operacao/contas", name: operatorPages.contas, icon: IconBuildingStore },
  { to: "/operacao/filas", name: operatorPages.filas, icon: IconStack2 },
  { to: "/operacao/caixas", name: operatorPages.caixas, icon: IconMailbox },
  { to: "/operacao/backups", name: operatorPages.backups, icon: IconDatabaseExport },
  { to: "/operacao/registros", name: operatorPages.registros, icon: IconListDetails },
  { to: "/operacao/configuracao", name: operatorPages.configuracao, icon: IconSettings },
];

/** The themes of the user menu and the search palette. */
export const COLOR_SCHEMES: readonly (readonly [MantineColorScheme, TablerIcon])[] = [
  ["light", IconSun],
  ["dark", IconMoon],
  ["auto", IconDeviceDesktop],
];

/** Whether a path belongs to the operator's pages, which have their own sidebar. */
export function isOperatorPage(pathname: string): boolean {
  return pathname === "/operacao" || pathname.startsWith("/operacao/");
}
