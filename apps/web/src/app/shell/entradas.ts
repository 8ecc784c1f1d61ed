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
import { geral } from "../../textos/geral.ts";

export type EntradaDoMenu = {
  to: string;
  nome: string;
  icone: TablerIcon;
  /** The key that opens the page after G. */
  tecla?: string;
  selo?: "abertas";
  /** Other URL prefixes under which the entry is active. */
  rotas?: readonly string[];
};

/** The entries of spec §2, in its order. */
export const ENTRADAS: readonly (EntradaDoMenu & { tecla: string })[] = [
  { to: "/painel", nome: geral.telas.painel, icone: IconChartBar, tecla: "D" },
  { to: "/dfe_emitidos", nome: geral.telas.emitidos, icone: IconFileArrowRight, tecla: "E" },
  {
    to: "/dfe_recebidos",
    nome: geral.telas.recebidos,
    icone: IconFileArrowLeft,
    tecla: "R",
    selo: "abertas",
  },
  { to: "/auditor", nome: geral.telas.auditor, icone: IconZoomCheck, tecla: "U", rotas: ["/auditor/"] },
  { to: "/emails", nome: geral.telas.emails, icone: IconMail, tecla: "M", rotas: ["/email/"] },
  {
    to: "/importacao",
    nome: geral.telas.importacao,
    icone: IconFileImport,
    tecla: "I",
    rotas: ["/importacao/"],
  },
  { to: "/repositorio", nome: geral.telas.repositorio, icone: IconArchive, tecla: "P" },
  {
    to: "/admin",
    nome: geral.telas.administrador,
    icone: IconSettings,
    tecla: "A",
    rotas: ["/empresa/", "/usuario/", "/cert/", "/caixaemail/"],
  },
];

/** Whether a path belongs to the operator's pages, which have their own sidebar. */
export function isOperatorPage(pathname: string): boolean {
  return pathname === "/operacao" || pathname.startsWith("/operacao/");
}
