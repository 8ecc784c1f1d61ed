import { PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { diaInZona, formatInteiro } from "@malote/syntax";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { ExportarBotao } from "../features/exportacao/ExportarBotao.tsx";
import { ListaEsqueleto } from "../features/nota/Esqueleto.tsx";
import { Fichas } from "../features/nota/Fichas.tsx";
import { FiltroBotao } from "../features/nota/FiltroBotao.tsx";
import {
  type Aba,
  defaultFiltro,
  type Filtro,
  readFiltro,
  readOrdem,
  readPagina,
  toSearchFilter,
  writeFiltro,
  writeOrdem,
  writePagina,
} from "../features/nota/filtro.ts";
import { LoteBarra } from "../features/nota/LoteBarra.tsx";
import { type Filtravel, parteOf } from "../features/nota/lista.ts";
import { useMarcar } from "../features/nota/marcar.ts";
import { estadoOf, type Marca } from "../features/nota/marcas.ts";
import { NotasCartoes } from "../features/nota/NotasCartoes.tsx";
import { NotasTabela } from "../features/nota/NotasTabela.tsx";
import { NotasVazio } from "../features/nota/NotasVazio.tsx";
import { OrdemBotao } from "../features/nota/OrdemBotao.tsx";
import { type Selecao, useSelecao } from "../features/nota/selecao.ts";
import { useZona } from "../rpc/atual.ts";
import { notaQuery } from "../rpc/detalhe.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { type NotaLinha, notasQuery, notasTotalQuery, type Papel } from "../rpc/queries.ts";
import { pager } from "../textos/geral.ts";
import { notas as textos, lote as textosLote } from "../textos/notas.ts";
import { useAtalhos } from "../ui/atalhos.ts";
import { Falha } from "../ui/Falha.tsx";
import { LinkTabs } from "../ui/LinkTabs.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { Pager } from "../ui/Pager.tsx";
import { clickPagina, focusedLinha, focusLinha, useRetomarLinha } from "../ui/percorrer.ts";
import { useIsPhone, useTitulo } from "../ui/telas.ts";

const LoteResultado = lazy(async () => ({
  default: (await import("../features/nota/LoteResultado.tsx")).LoteResultado,
}));

const ManifestarLote = lazy(async () => ({
  default: (await import("../features/nota/ManifestarLote.tsx")).ManifestarLote,
}));

/** The list of received or issued documents, its filter and its divergences. */
export function NotasPage({ papel }: { papel: Papel }): React.JSX.Element {
  const lista = useLista(papel);
  const { aba, filtro, pagina, query, setParams, params } = lista;
  const escopo = `${papel} ${aba} ${writeFiltro(new URLSearchParams(), filtro, aba)}`;
  const selecao = useSelecao(escopo);
  const marcas = useMarcar();
  const notas = query.data?.results ?? [];
  const total = query.data ? formatTotal(query.data) : "";
  const paginas = countPaginas(query.data?.totalCount ?? 0);
  const titulo = papel === "E" ? textos.recebidos : textos.emitidos;
  useTitulo(titulo);
  usePrefetch(lista, paginas);
  useTeclasDaLista(notas, selecao.toggle);
  return (
    <ListPage
      titulo={titulo}
      resumo={total}
      acoes={
        <>
          <ExportarBotao lista={{ ...lista.pedido, total: query.data?.totalCount ?? null }} />
          <FiltroBotao filtro={filtro} onChange={lista.setFiltro} />
          <OrdemBotao ordem={lista.ordem} onChange={(next) => setParams(writeOrdem(params, next))} />
        </>
      }
      abas={papel === "E" ? <Abas aba={aba} zona={lista.zona} /> : undefined}
      fichas={<Fichas filtro={filtro} aba={aba} onChange={lista.setFiltro} />}
      selecionavel
      ocupado={query.isPlaceholderData}
      flutuante={<LoteFlutuante papel={papel} zona={lista.zona} selecao={selecao} marcas={marcas} />}
      pe={
        <Pager
          pagina={pagina}
          paginas={paginas}
          total={total}
          onPagina={(next) => setParams(writePagina(params, next, aba))}
        />
      }
    >
      <Corpo papel={papel} lista={lista} selecao={selecao} marcar={marcas.marcar} />
    </ListPage>
  );
}

/** The documents; or why there are none to show, and what to do. */
function Corpo(props: {
  papel: Papel;
  lista: ReturnType<typeof useLista>;
  selecao: Selecao;
  marcar: ReturnType<typeof useMarcar>["marcar"];
}): React.JSX.Element {
  const { papel, lista, selecao, marcar } = props;
  const { aba, filtro, query, setFiltro } = lista;
  const phone = useIsPhone();
  if (query.isPending) return <ListaEsqueleto />;
  if (!query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const notas = query.data.results;
  if (notas.length === 0) return <NotasVazio papel={papel} aba={aba} filtro={filtro} onChange={setFiltro} />;
  const Lista = phone ? NotasCartoes : NotasTabela;
  return (
    <Lista
      {...lista}
      notas={notas}
      papel={papel}
      selecao={selecao}
      divergencias={aba === "div"}
      onFiltrar={(campo, nota) => setFiltro(narrow(filtro, campo, { nota, papel }))}
      onMarcar={(nota, marca) => void marcar([nota], marca, !estadoOf(nota, marca).ligada)}
      onConsultar={(nota) => void consultarUma(nota)}
    />
  );
}

/** The bar of the picked documents, what they may be said to be, and what became of the last batch. */
function LoteFlutuante(props: {
  papel: Papel;
  zona: string;
  selecao: Selecao;
  marcas: ReturnType<typeof useMarcar>;
}): React.JSX.Element {
  const { papel, zona, selecao, marcas } = props;
  const { lote, closeLote, marcar } = marcas;
  const [manifestando, setManifestando] = useState<readonly NotaLinha[]>([]);
  const onMarcar = async (marca: Marca): Promise<void> => {
    const ligar = selecao.notas.some((nota) => !nota.quarentena && !estadoOf(nota, marca).ligada);
    if (await marcar(selecao.notas, marca, ligar)) selecao.clear();
  };
  const onManifestado = (pedidas: number): void => {
    setManifestando([]);
    if (pedidas > 0) selecao.clear();
  };
  return (
    <>
      <LoteBarra
        selecao={selecao}
        lote={lote}
        onMarcar={(marca) => void onMarcar(marca)}
        onManifestar={papel === "E" ? () => setManifestando(selecao.notas) : undefined}
      />
      <Suspense>
        {lote?.resultados && (
          <LoteResultado resultados={lote.resultados} palavras={textosLote} onClose={closeLote} />
        )}
        {manifestando.length > 0 && (
          <ManifestarLote notas={manifestando} zona={zona} onClose={onManifestado} />
        )}
      </Suspense>
    </>
  );
}

async function consultarUma(nota: NotaLinha): Promise<void> {
  const { consultarUma: ask } = await import("../features/nota/consultar.ts");
  await ask(nota);
}

function countPaginas(total: number): number {
  return Math.max(1, Math.min(Math.ceil(total / PAGE_SIZE), PAGE_DEPTH_MAX / PAGE_SIZE));
}

/** What the address says, and the page of documents that answers it. */
function useLista(papel: Papel) {
  const [params, setSearchParams] = useSearchParams();
  const location = useLocation();
  const zona = useZona();
  const aba: Aba = papel === "E" && params.get("tab") === "div" ? "div" : "repo";
  const filtro = readFiltro(params, aba);
  const ordem = readOrdem(params);
  const pagina = readPagina(params, aba);
  const pedido = {
    entradaSaida: papel,
    searchFilter: toSearchFilter(filtro, aba, diaInZona(new Date(), zona)),
    listSearchOrder: ordem,
    currentPage: pagina,
  };
  const query = useQuery(notasQuery(pedido));
  const lista = `${location.pathname}${location.search}`;
  useRetomarLinha(lista, (pagina - 1) * PAGE_SIZE, query.data !== undefined);
  const linkOf = (nota: NotaLinha): { to: string; state: unknown } => {
    const pos = (pagina - 1) * PAGE_SIZE + (query.data?.results.indexOf(nota) ?? 0);
    return { to: `/nota/${nota.id}?type=${nota.entradaSaida}`, state: { lista, pos } };
  };
  const setParams = (next: URLSearchParams): void => setSearchParams(next);
  const setFiltro = (next: Filtro): void => setParams(writeFiltro(params, next, aba));
  return { params, setParams, setFiltro, zona, aba, filtro, ordem, pagina, pedido, query, linkOf };
}

/** Fetches the next page while this one is read, and a document when its row is pointed at or focused. */
function usePrefetch({ pedido, pagina, query }: ReturnType<typeof useLista>, paginas: number): void {
  const queryClient = useQueryClient();
  const key = JSON.stringify(pedido);
  const ready = query.isSuccess && !query.isPlaceholderData;
  useEffect(() => {
    if (!ready || pagina >= paginas) return;
    const next = { ...(JSON.parse(key) as typeof pedido), currentPage: pagina + 1 };
    void queryClient.prefetchQuery(notasQuery(next));
  }, [queryClient, key, ready, pagina, paginas]);
  useEffect(() => {
    let timer = 0;
    const onPoint = (event: Event): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-linha]") : null;
      const id = row?.dataset.linha;
      window.clearTimeout(timer);
      if (id) timer = window.setTimeout(() => void queryClient.prefetchQuery(notaQuery(id)), 120);
    };
    document.addEventListener("pointerover", onPoint);
    document.addEventListener("focusin", onPoint);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerover", onPoint);
      document.removeEventListener("focusin", onPoint);
    };
  }, [queryClient]);
}

function useTeclasDaLista(notas: readonly NotaLinha[], toggle: (nota: NotaLinha) => void): void {
  useAtalhos({
    j: () => focusLinha(1),
    k: () => focusLinha(-1),
    "[": () => clickPagina("anterior"),
    "]": () => clickPagina("proxima"),
    x: () => {
      const nota = notas.find((candidate) => candidate.id === focusedLinha());
      if (nota) toggle(nota);
    },
  });
}

function Abas({ aba, zona }: { aba: Aba; zona: string }): React.JSX.Element {
  const hoje = diaInZona(new Date(), zona);
  const semana = toSearchFilter(defaultFiltro("div"), "div", hoje);
  const { data = 0 } = useQuery({ ...notasTotalQuery("E", semana), placeholderData: keepPreviousData });
  return (
    <LinkTabs
      rotulo={textos.abas.rotulo}
      ativa={aba}
      abas={[
        { chave: "repo", titulo: textos.abas.repo, to: "/dfe_recebidos" },
        {
          chave: "div",
          titulo: textos.abas.div,
          to: "/dfe_recebidos?tab=div",
          contagem: data > 0 ? formatInteiro(data) : undefined,
        },
      ]}
    />
  );
}

function narrow(filtro: Filtro, campo: Filtravel, alvo: { nota: NotaLinha; papel: Papel }): Filtro {
  const { nota, papel } = alvo;
  if (campo === "tipo") return { ...filtro, tipos: [nota.tipoNota] };
  if (campo === "veredito") return { ...filtro, vereditos: [nota.veredito] };
  const { documento, uf } = parteOf(nota, papel);
  if (campo === "uf") return { ...filtro, uf: uf ?? "" };
  return papel === "E" ? { ...filtro, emitente: documento } : { ...filtro, destinatario: documento };
}

function formatTotal(data: { totalCount: number; totalExato?: boolean }): string {
  const total = formatInteiro(data.totalCount);
  return pager.documentos(data.totalExato === false ? pager.maisDe(total) : total);
}
