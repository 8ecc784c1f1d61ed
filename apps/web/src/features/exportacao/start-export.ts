import type { NavigateFunction } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import type { NotaFilter, NotaSortOrder, Side } from "../../rpc/documents/queries.ts";
import { type FileFormat, startExportacao } from "../../rpc/files/requested-files.ts";
import { watchFile } from "../../rpc/files/watched-files.ts";
import { exportacaoTexts as texts } from "../../texts/files/exportacao.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";

/** The list to export and its number of documents; null while the number is unknown. */
export type ExportableList = {
  entradaSaida: Side;
  searchFilter: NotaFilter;
  listSearchOrder: NotaSortOrder;
  total: number | null;
};

/** Starts an export of the filtered list, and notifies the user where to find it. */
export async function startExport(
  { total: _, ...list }: ExportableList,
  format: FileFormat,
  navigate: NavigateFunction,
): Promise<void> {
  try {
    const started = await startExportacao(list, format);
    if (started) watchFile({ tipo: "exportacao", id: started.id });
    showToast(texts.comecou, {
      label: texts.ver,
      onClick: () => void navigate("/admin?tab=exportacao"),
    });
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}
