import {
  IconActivity,
  IconBuildingStore,
  IconDatabaseExport,
  IconListDetails,
  IconMailbox,
  IconSettings,
  IconStack2,
} from "@tabler/icons-react";
import { operacaoMenu } from "../../textos/operacao-menu.ts";
import type { EntradaDoMenu } from "./entradas.ts";

const { telas } = operacaoMenu;

/** The operator's pages, in the order of the sidebar. */
export const OPERATOR_ENTRIES: readonly EntradaDoMenu[] = [
  { to: "/operacao", nome: telas.operacao, icone: IconActivity },
  { to: "/operacao/contas", nome: telas.contas, icone: IconBuildingStore },
  { to: "/operacao/filas", nome: telas.filas, icone: IconStack2 },
  { to: "/operacao/caixas", nome: telas.caixas, icone: IconMailbox },
  { to: "/operacao/backups", nome: telas.backups, icone: IconDatabaseExport },
  { to: "/operacao/registros", nome: telas.registros, icone: IconListDetails },
  { to: "/operacao/configuracao", nome: telas.configuracao, icone: IconSettings },
];
