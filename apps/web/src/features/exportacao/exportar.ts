import type { NavigateFunction } from "react-router-dom";
import { explainFalha } from "../../rpc/falhas.ts";
import { type Formato, startExportacao } from "../../rpc/pedidos.ts";
import { watchPedido } from "../../rpc/pedidos-vistos.ts";
import { exportacao as textos } from "../../textos/exportacao.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import type { ListaExportavel } from "./ExportarBotao.tsx";

/** Starts an export of the filtered list, and notifies the user where to find it. */
export async function exportar(
  { total: _, ...pedido }: ListaExportavel,
  formato: Formato,
  navigate: NavigateFunction,
): Promise<void> {
  try {
    const begun = await startExportacao(pedido, formato);
    if (begun) watchPedido({ tipo: "exportacao", id: begun.id });
    avisar(textos.comecou, {
      rotulo: textos.ver,
      onClick: () => void navigate("/admin?tab=exportacao"),
    });
  } catch (error) {
    avisarFalha(explainFalha(error));
  }
}
