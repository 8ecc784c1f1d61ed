import { formatInteiro } from "@malote/syntax";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { deleteVencidas, exportacoesQuery } from "../../rpc/pedidos.ts";
import { exportacao as textos } from "../../textos/exportacao.ts";
import { AbaPage, AbaPager } from "../../ui/AbaPage.tsx";
import { useAgora } from "../../ui/agora.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { readPagina } from "../../ui/pagina.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { ExportacoesLista } from "./ExportacoesLista.tsx";

const { lista: t } = textos;

/** Widths of the placeholders of a row, in pixels, while the list loads. */
const LARGURAS = [260, 112, 96, 84, 120];

/** The exports of the lists, as a tab of the administration. */
export function ExportacoesAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const [params] = useSearchParams();
  const zona = useZona();
  const agora = useAgora();
  const query = useQuery(exportacoesQuery(readPagina(params)));
  const total = query.data?.totalCount ?? 0;
  const rotulo = t.total(formatInteiro(total));
  return (
    <AbaPage
      titulo={t.titulo}
      total={() => rotulo}
      pedido={query}
      falha={explainFalha}
      zona={zona}
      acoes={
        total > 0 && (
          <Button variant="default" onClick={() => void removeVencidas()}>
            {t.removerVencidas}
          </Button>
        )
      }
      abas={abas}
      pe={<AbaPager total={total} rotulo={rotulo} />}
      esqueleto={<LinhasEsqueleto linhas={4} larguras={LARGURAS} altas />}
    >
      {({ results }) => <ExportacoesLista exportacoes={results} agora={agora} zona={zona} />}
    </AbaPage>
  );
}

async function removeVencidas(): Promise<void> {
  const yes = await confirmar({ titulo: t.removerVencidas, texto: t.removerTexto, acao: t.removerVencidas });
  if (!yes) return;
  try {
    avisar(t.removidas(await deleteVencidas()));
  } catch (error) {
    avisarFalha(explainFalha(error));
  }
}
