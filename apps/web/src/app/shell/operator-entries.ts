import {
  IconActivity,
  IconBuildingStore,
  IconDatabaseExport,
  IconListDetails,
  IconMailbox,
  IconSettings,
  IconStack2,
} from "@tabler/icons-react";
import { operatorMenuTexts } from "../../texts/operator/menu.ts";
import type { MenuEntry } from "./menu-entries.ts";

const { telas: pageNames } = operatorMenuTexts;

/** The operator's pages, in the order of the sidebar. */
export const OPERATOR_ENTRIES: readonly MenuEntry[] = [
  { to: "/operacao", name: pageNames.operacao, icon: IconActivity },
  { to: "/operacao/contas", name: pageNames.contas, icon: IconBuildingStore },
  { to: "/operacao/filas", name: pageNames.filas, icon: IconStack2 },
  { to: "/operacao/caixas", name: pageNames.caixas, icon: IconMailbox },
  { to: "/operacao/backups", name: pageNames.backups, icon: IconDatabaseExport },
  { to: "/operacao/registros", name: pageNames.registros, icon: IconListDetails },
  { to: "/operacao/configuracao", name: pageNames.configuracao, icon: IconSettings },
];
