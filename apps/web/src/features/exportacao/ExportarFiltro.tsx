import { EXPORTACAO_MAX } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { IconArchive, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from "@tabler/icons-react";
import { useNavigate } from "react-router-dom";
import type { Formato } from "../../rpc/pedidos.ts";
import { exportacao } from "../../textos/exportacao.ts";
import { lote as textos } from "../../textos/notas-lote.ts";
import { BarraAcao, BarraLote } from "../../ui/BarraLote.tsx";
import type { ListaExportavel } from "./ExportarBotao.tsx";
import { exportar } from "./exportar.ts";

const FORMATOS = [
  { formato: "CSV", icone: IconFileTypeCsv },
  { formato: "XLSX", icone: IconFileTypeXls },
  { formato: "PDF", icone: IconFileTypePdf },
] as const satisfies readonly { formato: Formato; icone: unknown }[];

/**
 * Actions on a filter that exceeds the selection limit: export all of it, or use the repositório.
 */
export function ExportarFiltro(props: {
  lista: ListaExportavel;
  /** Maximum number of selected documents. */
  limite: number;
  onLimpar: () => void;
}): React.JSX.Element {
  const { lista, limite, onLimpar } = props;
  const navigate = useNavigate();
  const total = lista.total ?? 0;
  return (
    <BarraLote
      rotulo={textos.rotulo}
      quantos={textos.doFiltro(formatInteiro(total))}
      resto={textos.demais(formatInteiro(limite))}
      limpar={textos.limpar}
      onLimpar={onLimpar}
    >
      {FORMATOS.map(({ formato, icone }) => {
        const max = formatInteiro(EXPORTACAO_MAX[formato]);
        return (
          <BarraAcao
            key={formato}
            icone={icone}
            impedimento={total > EXPORTACAO_MAX[formato] ? exportacao.acima(max) : undefined}
            onClick={() => void exportar(lista, formato, navigate)}
          >
            {textos.exportar(formato, max)}
          </BarraAcao>
        );
      })}
      <BarraAcao linha icone={IconArchive} onClick={() => void navigate("/repositorio")}>
        {textos.repositorio}
      </BarraAcao>
    </BarraLote>
  );
}
