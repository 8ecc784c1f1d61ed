import { PAGE_SIZE } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { deleteVencidas, exportacoesQuery } from "../../rpc/pedidos.ts";
import { administracao } from "../../textos/admin.ts";
import { exportacao as textos } from "../../textos/exportacao.ts";
import { Atualizado } from "../../ui/Atualizado.tsx";
import { useAgora } from "../../ui/agora.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { readPagina, writePagina } from "../../ui/pagina.ts";
import { useTitulo } from "../../ui/telas.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { ExportacoesLista } from "./ExportacoesLista.tsx";

const { lista: t } = textos;

/** What stands in a row while the first come. */
const LARGURAS = [260, 112, 96, 84, 120];

/** The exports of the lists, as a tab of the administration. */
export function ExportacoesAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const pagina = readPagina(params);
  const zona = useZona();
  const agora = useAgora();
  const query = useQuery(exportacoesQuery(pagina));
  const total = query.data?.totalCount ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  useTitulo(t.titulo);
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={query.data ? t.total(formatInteiro(total)) : undefined}
      acoes={
        total > 0 && (
          <Button variant="default" onClick={() => void removeVencidas()}>
            {t.removerVencidas}
          </Button>
        )
      }
      abas={abas}
      fichas={null}
      dicas={query.data && <Atualizado em={query.dataUpdatedAt} zona={zona} />}
      ocupado={query.isPlaceholderData}
      pe={
        <Pager
          pagina={pagina}
          paginas={pages}
          total={t.total(formatInteiro(total))}
          onPagina={(next) => setParams(writePagina(params, next))}
        />
      }
    >
      {query.data ? (
        <ExportacoesLista exportacoes={query.data.results} agora={agora} zona={zona} />
      ) : query.isPending ? (
        <LinhasEsqueleto linhas={4} larguras={LARGURAS} altas />
      ) : (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
    </ListPage>
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
