import { EXPORTACAO_MAX } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { IconDownload } from "@tabler/icons-react";
import type { NavigateFunction } from "react-router-dom";
import type { FileFormat } from "../../rpc/files/requested-files.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import type { PageCommand } from "../../ui/state/page-commands.ts";
import { type ExportableList, startExport } from "./start-export.ts";

const FORMATS = ["CSV", "XLSX", "PDF"] as const satisfies readonly FileFormat[];

/** The commands that export the open list; formats that it exceeds are left out. */
export function exportCommandsOf(list: ExportableList, navigate: NavigateFunction): PageCommand[] {
  const { total } = list;
  if (total === null || total === 0) return [];
  return FORMATS.filter((format) => total <= EXPORTACAO_MAX[format]).map((format) => ({
    id: `exportar-${format}`,
    nome: texts.acoes.exportar(format, texts.documentos(formatInteger(total), total)),
    palavras: texts.palavras.exportarLista,
    icone: IconDownload,
    run: () => void startExport(list, format, navigate),
  }));
}
