import { AUDITOR_ORDERS, PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { diaInZona, formatInteiro } from "@malote/syntax";
import { IconChecks, IconInbox, IconZoomCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { AuditorEsqueleto } from "../features/auditor/AuditorEsqueleto.tsx";
import { AuditorFichas, AuditorFiltro } from "../features/auditor/AuditorFiltro.tsx";
import { AuditorLista } from "../features/auditor/AuditorLista.tsx";
import {
  type Filtro,
  isAmplo,
  LIVRE,
  readAba,
  readFiltro,
  readOrdem,
  toSearchFilter,
  writeFiltro,
  writeOrdem,
} from "../features/auditor/filtro.ts";
import { useEndereco } from "../features/visoes/usar-visoes.ts";
import { VisoesBotao } from "../features/visoes/VisoesBotao.tsx";
import { useDono, useZona } from "../rpc/atual.ts";
import { type AuditorLinha, auditoresQuery, auditoresTotalQuery } from "../rpc/auditor.ts";
import { empresasQuery } from "../rpc/empresas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { auditor as textos } from "../textos/auditor.ts";
import { filtros } from "../textos/filtros.ts";
import { geral } from "../textos/geral.ts";
import { Botao, BotaoLink } from "../ui/Botao.tsx";
import { useDensidade } from "../ui/densidade.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Falha } from "../ui/Falha.tsx";
import { LinkTabs } from "../ui/LinkTabs.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { OrdemMenu } from "../ui/OrdemMenu.tsx";
import { Pager } from "../ui/Pager.tsx";
import { readPagina, writePagina } from "../ui/pagina.ts";
import { useRetomarLinha, useTeclasDaLista } from "../ui/percorrer.ts";
import { formatQuando } from "../ui/quando.ts";
import { useTitulo } from "../ui/telas.ts";

/** What SEFAZ reported about the conta's documents, and which of them never arrived. */
export function AuditorPage(): React.JSX.Element {
  const lista = useLista();
  const { params, setParams, filtro, setFiltro, ordem, pagina, query } = lista;
  const total = query.data ? textos.total(formatInteiro(query.data.totalCount)) : "";
  const pages = Math.ceil((query.data?.totalCount ?? 0) / PAGE_SIZE);
  useTitulo(textos.titulo);
  useDensidade(useDono());
  useTeclasDaLista();
  return (
    <ListPage
      titulo={textos.titulo}
      resumo={textos.explica}
      acoes={
        <>
          <AuditorFiltro filtro={filtro} onChange={setFiltro} />
          <OrdemMenu
            rotulo={filtros.ordenar}
            valor={ordem}
            opcoes={AUDITOR_ORDERS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
            onChange={(next) => setParams(writeOrdem(params, next))}
          />
        </>
      }
      abas={<Abas lista={lista} />}
      fichas={
        <>
          <AuditorFichas filtro={filtro} onChange={setFiltro} />
          <VisoesBotao tela="auditor" />
        </>
      }
      ocupado={query.isPlaceholderData}
      pe={
        <Pager
          pagina={pagina}
          paginas={Math.max(1, Math.min(pages, PAGE_DEPTH_MAX / PAGE_SIZE))}
          total={total}
          onPagina={(next) => setParams(writePagina(params, next))}
        />
      }
    >
      <Corpo lista={lista} />
    </ListPage>
  );
}

/** The state in the URL, and the page of records that it requests. */
function useLista() {
  const { params, setParams, semVisao } = useEndereco("auditor");
  const location = useLocation();
  const zona = useZona();
  const aba = readAba(params);
  const filtro = readFiltro(params);
  const ordem = readOrdem(params);
  const pagina = readPagina(params);
  const hoje = diaInZona(new Date(), zona);
  const searchFilter = toSearchFilter(filtro, aba, hoje);
  const query = useQuery(auditoresQuery({ searchFilter, listSearchOrder: ordem, currentPage: pagina }));
  const faltando = useQuery(auditoresTotalQuery(toSearchFilter(filtro, "faltando", hoje)));
  const lista = `${location.pathname}${location.search}`;
  const linkOf = (registro: AuditorLinha): { to: string; state: unknown } => ({
    to: `/auditor/${registro.id}`,
    state: { lista, pos: (pagina - 1) * PAGE_SIZE + (query.data?.results.indexOf(registro) ?? 0) },
  });
  useRetomarLinha(lista, (pagina - 1) * PAGE_SIZE, query.data !== undefined);
  const setFiltro = (next: Filtro): void => setParams(writeFiltro(params, next));
  return {
    params,
    setParams,
    setFiltro,
    zona,
    aba,
    filtro,
    ordem,
    pagina,
    query,
    faltando,
    linkOf,
    semVisao,
  };
}

function Abas({ lista }: { lista: ReturnType<typeof useLista> }): React.JSX.Element {
  const { params, aba, faltando, semVisao } = lista;
  const toOf = (tab: string | null): string => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (tab === null) next.delete("tab");
    else next.set("tab", tab);
    return next.size === 0 ? `/auditor${semVisao}` : `/auditor?${next}`;
  };
  const total = faltando.data ?? 0;
  return (
    <LinkTabs
      rotulo={textos.abas.rotulo}
      ativa={aba}
      abas={[
        { chave: "todos", titulo: textos.abas.todos, to: toOf(null), contagem: undefined },
        {
          chave: "faltando",
          titulo: textos.abas.faltando,
          to: toOf("faltando"),
          contagem: total > 0 ? formatInteiro(total) : undefined,
          tom: "aviso",
        },
      ]}
    />
  );
}

/** The records, or an empty state with the reason and the next action. */
function Corpo({ lista }: { lista: ReturnType<typeof useLista> }): React.JSX.Element {
  const { query, zona, linkOf } = lista;
  if (query.isPending) return <AuditorEsqueleto rotulo={geral.carregando} />;
  if (!query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const registros = query.data.results;
  if (registros.length === 0) return <Vazio lista={lista} />;
  return <AuditorLista registros={registros} zona={zona} linkOf={linkOf} />;
}

function Vazio({ lista }: { lista: ReturnType<typeof useLista> }): React.JSX.Element {
  const { aba, filtro, setFiltro } = lista;
  const algum = useQuery(auditoresTotalQuery({}));
  const { data: empresas = [] } = useQuery(empresasQuery);
  const isLigado = empresas.some((empresa) => empresa.ativarAuditor && empresa.certificado !== null);
  const ultima = lastOf(
    empresas.flatMap(({ distribuicoes }) => distribuicoes.map(({ ultimaEm }) => ultimaEm)),
  );
  const leitura =
    ultima === null ? textos.semLeitura : textos.ate(formatQuando(ultima, new Date(), lista.zona));
  if (algum.data === 0) {
    const ligar = <BotaoLink to="/admin?tab=empresa">{textos.ligar}</BotaoLink>;
    return (
      <EmptyState icone={IconZoomCheck} titulo={textos.nenhum} acao={ligar}>
        {isLigado ? leitura : textos.nenhumTexto}
      </EmptyState>
    );
  }
  if (aba === "faltando" && isAmplo(filtro)) {
    return (
      <EmptyState icone={IconChecks} titulo={textos.nadaFalta}>
        {`${textos.nadaFaltaTexto} ${leitura}`}
      </EmptyState>
    );
  }
  const limpar = <Botao onClick={() => setFiltro(LIVRE)}>{textos.limpar}</Botao>;
  return (
    <EmptyState icone={IconInbox} titulo={textos.vazio} acao={limpar}>
      {textos.vazioTexto}
    </EmptyState>
  );
}

function lastOf(instantes: readonly (Date | null)[]): Date | null {
  const known = instantes.filter((instante) => instante !== null).map((instante) => instante.getTime());
  return known.length === 0 ? null : new Date(Math.max(...known));
}
