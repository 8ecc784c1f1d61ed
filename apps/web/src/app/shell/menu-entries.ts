import {
  IconArchive,
  IconChartBar,
  IconFileArrowLeft,
  IconFileArrowRight,
  IconFileImport,
  IconMail,
  IconSettings,
  IconZoomCheck,
  type TablerIcon,
} from "@tabler/icons-react";
import { general } from "../../texts/app/general.ts";

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
  { to: "/painel", name: general.telas.painel, icon: IconChartBar, shortcutKey: "D" },
  { to: "/dfe_emitidos", name: general.telas.emitidos, icon: IconFileArrowRight, shortcutKey: "E" },
  {
    to: "/dfe_recebidos",
    name: general.telas.recebidos,
    icon: IconFileArrowLeft,
    shortcutKey: "R",
    badge: "abertas",
  },
  {
    to: "/auditor",
    name: general.telas.auditor,
    icon: IconZoomCheck,
    shortcutKey: "U",
    activePrefixes: ["/auditor/"],
  },
  {
    to: "/emails",
    name: general.telas.emails,
    icon: IconMail,
    shortcutKey: "M",
    activePrefixes: ["/email/"],
  },
  {
    to: "/importacao",
    name: general.telas.importacao,
    icon: IconFileImport,
    shortcutKey: "I",
    activePrefixes: ["/importacao/"],
  },
  { to: "/repositorio", name: general.telas.repositorio, icon: IconArchive, shortcutKey: "P" },
  {
    to: "/admin",
    name: general.telas.administrador,
    icon: IconSettings,
    shortcutKey: "A",
    activePrefixes: ["/empresa/", "/usuario/", "/cert/", "/caixaemail/"],
  },
];

/** Whether a path belongs to the operator's pages, which have their own sidebar. */
export function isOperatorPage(pathname: string): boolean {
  return pathname === "/operacao" || pathname.startsWith("/operacao/");
}
