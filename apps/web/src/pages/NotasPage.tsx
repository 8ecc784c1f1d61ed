import { formatInteiro } from "@malote/syntax";
import { lazy, Suspense, useState } from "react";
import { ExportarBotao } from "../features/exportacao/ExportarBotao.tsx";
import { ListaEsqueleto } from "../features/nota/Esqueleto.tsx";
import { ExibicaoBotao } from "../features/nota/ExibicaoBotao.tsx";
import { type ColunaChave, readColunas, writeColunas } from "../features/nota/exibicao.ts";
import { Fichas } from "../features/nota/Fichas.tsx";
import { FiltroBotao } from "../features/nota/FiltroBotao.tsx";
import { type Aba, writeFiltro, writeOrdem, writePagina } from "../features/nota/filtro.ts";
import { useMarcar } from "../features/nota/marcar.ts";
import { estadoOf } from "../features/nota/marcas.ts";
import { NotasTabela } from "../features/nota/NotasTabela.tsx";
import { OrdemBotao } from "../features/nota/OrdemBotao.tsx";
import { SelecaoPe } from "../features/nota/SelecaoPe.tsx";
import { SELECAO_MAX, type Selecao, useSelecao } from "../features/nota/selecao.ts";
import { useLista, usePrefetch, useTeclasDasNotas } from "../features/nota/usar-lista.ts";
import { useEndereco } from "../features/visoes/usar-visoes.ts";
import { VisoesBotao } from "../features/visoes/VisoesBotao.tsx";
import { useDono } from "../rpc/atual.ts";
import { useDivergencias } from "../rpc/divergencias.ts";
import { explainFalha } from "../rpc/falhas.ts";
import type { Papel } from "../rpc/queries.ts";
import { pager } from "../textos/geral.ts";
import { notas as textos } from "../textos/notas.ts";
import { useDensidade } from "../ui/densidade.ts";
import { Falha } from "../ui/Falha.tsx";
import { useGuardado } from "../ui/guardado.ts";
import { LinkTabs } from "../ui/LinkTabs.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { Pager } from "../ui/Pager.tsx";
import { useIsPhone, useTitulo } from "../ui/telas.ts";

// Loaded on demand: only phones show cards, and most lists are not empty.
const NotasCartoes = lazy(async () => ({
  default: (await import("../features/nota/NotasCartoes.tsx")).NotasCartoes,
}));
const NotasVazio = lazy(async () => ({
  default: (await import("../features/nota/NotasVazio.tsx")).NotasVazio,
}));
// Bulk actions load with the first selected row.
const Lote = lazy(async () => ({ default: (await import("../features/nota/Lote.tsx")).Lote }));
const ExportarFiltro = lazy(async () => ({
  default: (await import("../features/exportacao/ExportarFiltro.tsx")).ExportarFiltro,
}));

const TELAS = { E: "recebidos", S: "emitidos" } as const;

/** The list of received or issued documents, its filter and its divergences. */
export function NotasPage({ papel }: { papel: Papel }): React.JSX.Element {
  const tela = TELAS[papel];
  const [colunas, setColunas] = useColunas(tela);
  const endereco = useEndereco(tela, setColunas);
  const lista = useLista(papel, endereco);
  const { aba, filtro, pagina, paginas, query, setParams, params } = lista;
  const escopo = `${papel} ${aba} ${writeFiltro(new URLSearchParams(), filtro, aba)}`;
  // Rows and total still belong to the previous page or filter.
  const alheias = query.isPlaceholderData;
  const selecao = useSelecao(escopo, alheias);
  const marcas = useMarcar();
  const comLote = useDesde(selecao.notas.length > 0 || marcas.lote !== null);
  const notas = query.data?.results ?? [];
  const total = query.data ? formatTotal(query.data) : "";
  const totalCount = query.data?.totalCount ?? 0;
  const exportavel = { ...lista.pedido, total: alheias || !query.data ? null : totalCount };
  useTitulo(textos[tela]);
  usePrefetch(lista);
  useTeclasDasNotas(notas, selecao.toggle);
  return (
    <ListPage
      titulo={textos[tela]}
      resumo={total}
      acoes={
        <>
          <FiltroBotao filtro={filtro} onChange={lista.setFiltro} />
          <OrdemBotao ordem={lista.ordem} onChange={(next) => setParams(writeOrdem(params, next))} />
          <ExportarBotao lista={exportavel} />
        </>
      }
      abas={papel === "E" ? <Abas aba={aba} semVisao={endereco.semVisao} /> : undefined}
      fichas={
        <>
          <Fichas filtro={filtro} aba={aba} onChange={lista.setFiltro} />
          <VisoesBotao tela={tela} colunas={writeColunas(colunas)} onColunas={setColunas} />
        </>
      }
      selecionavel
      exibicao={
        <ExibicaoBotao
          papel={papel}
          colunas={colunas}
          onColunas={(next) => setColunas(next && writeColunas(next))}
        />
      }
      ocupado={alheias}
      flutuante={
        <Suspense>
          {selecao.filtroInteiro && (
            <ExportarFiltro
              lista={{ ...exportavel, total: totalCount }}
              limite={SELECAO_MAX}
              onLimpar={selecao.clear}
            />
          )}
          {comLote && <Lote papel={papel} zona={lista.zona} selecao={selecao} marcas={marcas} />}
        </Suspense>
      }
      pe={
        <Pager
          pagina={pagina}
          paginas={paginas}
          total={total}
          onPagina={(next) => setParams(writePagina(params, next, aba))}
        >
          <SelecaoPe notas={notas} pedido={lista.pedido} total={alheias ? 0 : totalCount} selecao={selecao} />
        </Pager>
      }
    >
      <Corpo papel={papel} lista={lista} colunas={colunas} selecao={selecao} marcar={marcas.marcar} />
    </ListPage>
  );
}

/** Whether the condition is or ever was true: a running batch outlives the selection it started with. */
function useDesde(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}

/** The columns of the user's list; also applies the row density. */
function useColunas(tela: string): [readonly ColunaChave[], (colunas: string | null) => void] {
  const dono = useDono();
  useDensidade(dono);
  const [kept, keep] = useGuardado<string>(`colunas-${tela}`, dono, readTexto);
  return [readColunas(kept || null), keep];
}

function readTexto(guardado: unknown): string {
  return typeof guardado === "string" ? guardado : "";
}

/** The documents, or an empty state with the reason and the next action. */
function Corpo(props: {
  papel: Papel;
  lista: ReturnType<typeof useLista>;
  colunas: readonly ColunaChave[];
  selecao: Selecao;
  marcar: ReturnType<typeof useMarcar>["marcar"];
}): React.JSX.Element {
  const { papel, lista, colunas, selecao, marcar } = props;
  const { aba, filtro, query, setFiltro } = lista;
  const phone = useIsPhone();
  if (query.isPending) return <ListaEsqueleto />;
  if (!query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const notas = query.data.results;
  if (notas.length === 0) {
    return (
      <Suspense>
        <NotasVazio papel={papel} aba={aba} filtro={filtro} onChange={setFiltro} />
      </Suspense>
    );
  }
  const Lista = phone ? NotasCartoes : NotasTabela;
  return (
    <Suspense fallback={<ListaEsqueleto />}>
      <Lista
        {...lista}
        notas={notas}
        papel={papel}
        colunas={colunas}
        selecao={selecao}
        divergencias={aba === "div"}
        onFiltrar={async (campo, nota) => {
          const { narrowFiltro } = await import("../features/nota/filtrar.ts");
          setFiltro(narrowFiltro(filtro, campo, { nota, papel }));
        }}
        onMarcar={(nota, marca) => void marcar([nota], marca, !estadoOf(nota, marca).ligada)}
      />
    </Suspense>
  );
}

function Abas({ aba, semVisao }: { aba: Aba; semVisao: string }): React.JSX.Element {
  const { total = 0 } = useDivergencias("notas");
  return (
    <LinkTabs
      rotulo={textos.abas.rotulo}
      ativa={aba}
      abas={[
        { chave: "repo", titulo: textos.abas.repo, to: `/dfe_recebidos${semVisao}` },
        {
          chave: "div",
          titulo: textos.abas.div,
          to: "/dfe_recebidos?tab=div",
          contagem: total > 0 ? formatInteiro(total) : undefined,
        },
      ]}
    />
  );
}

function formatTotal(data: { totalCount: number; totalExato?: boolean }): string {
  const total = formatInteiro(data.totalCount);
  return pager.documentos(data.totalExato === false ? pager.maisDe(total) : total);
}
