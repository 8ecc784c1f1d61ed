import { EMAIL_ORDERS, PAGE_DEPTH_MAX, PAGE_SIZE } from "@malote/contract";
import { diaInZona, formatInteiro } from "@malote/syntax";
import { IconInbox, IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import { EmailsEsqueleto } from "../features/email/EmailsEsqueleto.tsx";
import { EmailsFichas, EmailsFiltro } from "../features/email/EmailsFiltro.tsx";
import { EmailsLista } from "../features/email/EmailsLista.tsx";
import {
  type Filtro,
  fichasOf,
  LIVRE,
  readFiltro,
  readOrdem,
  toSearchFilter,
  writeFiltro,
  writeOrdem,
} from "../features/email/filtro.ts";
import { useEndereco } from "../features/visoes/usar-visoes.ts";
import { VisoesBotao } from "../features/visoes/VisoesBotao.tsx";
import { useDono, useZona } from "../rpc/atual.ts";
import { useIsGerente, useIsSemCaixa } from "../rpc/caixas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { type EmailLinha, emailsQuery } from "../rpc/queries.ts";
import { emails as textos } from "../textos/emails.ts";
import { filtros } from "../textos/filtros.ts";
import { geral, pager } from "../textos/geral.ts";
import { Botao } from "../ui/Botao.tsx";
import { useDensidade } from "../ui/densidade.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Falha } from "../ui/Falha.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { OrdemMenu } from "../ui/OrdemMenu.tsx";
import { Pager } from "../ui/Pager.tsx";
import { readPagina, writePagina } from "../ui/pagina.ts";
import { useRetomarLinha, useTeclasDaLista } from "../ui/percorrer.ts";
import { SemCaixa } from "../ui/SemCaixa.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./EmailsPage.module.css";

/** Every e-mail of the monitored mailboxes, with its outcome. */
export function EmailsPage(): React.JSX.Element {
  const lista = useLista();
  const { params, setParams, filtro, setFiltro, ordem, pagina, query } = lista;
  const total = query.data ? pager.emails(formatInteiro(query.data.totalCount)) : "";
  const pages = Math.ceil((query.data?.totalCount ?? 0) / PAGE_SIZE);
  useTitulo(textos.titulo);
  useDensidade(useDono());
  useTeclasDaLista();
  return (
    <ListPage
      titulo={textos.titulo}
      resumo={total}
      acoes={
        <>
          <EmailsFiltro filtro={filtro} onChange={setFiltro} />
          <OrdemMenu
            rotulo={filtros.ordenar}
            valor={ordem}
            opcoes={EMAIL_ORDERS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
            onChange={(next) => setParams(writeOrdem(params, next))}
          />
        </>
      }
      fichas={
        <>
          <EmailsFichas filtro={filtro} onChange={setFiltro} />
          <VisoesBotao tela="emails" />
        </>
      }
      ocupado={query.isPlaceholderData}
      pe={
        <Pager
          pagina={pagina}
          paginas={Math.max(1, Math.min(pages, PAGE_DEPTH_MAX / PAGE_SIZE))}
          total={total}
          onPagina={(next) => setParams(writePagina(params, next))}
        >
          <span className={classes.legenda}>{textos.legenda}</span>
        </Pager>
      }
    >
      <Corpo lista={lista} />
    </ListPage>
  );
}

/** The state in the URL, and the page of e-mails that it requests. */
function useLista() {
  const { params, setParams } = useEndereco("emails");
  const location = useLocation();
  const zona = useZona();
  const filtro = readFiltro(params);
  const ordem = readOrdem(params);
  const pagina = readPagina(params);
  const searchFilter = toSearchFilter(filtro, diaInZona(new Date(), zona));
  const query = useQuery(emailsQuery({ searchFilter, searchOrder: ordem, currentPage: pagina }));
  const lista = `${location.pathname}${location.search}`;
  const linkOf = (email: EmailLinha): { to: string; state: unknown } => ({
    to: `/email/${email.id}`,
    state: { lista, pos: (pagina - 1) * PAGE_SIZE + (query.data?.results.indexOf(email) ?? 0) },
  });
  useRetomarLinha(lista, (pagina - 1) * PAGE_SIZE, query.data !== undefined);
  const setFiltro = (next: Filtro): void => setParams(writeFiltro(params, next));
  return { params, setParams, setFiltro, zona, filtro, ordem, pagina, query, linkOf };
}

/** The e-mails, or an empty state with the reason and the next action. */
function Corpo({ lista }: { lista: ReturnType<typeof useLista> }): React.JSX.Element {
  const { query, filtro, setFiltro, ordem, zona, linkOf } = lista;
  if (query.isPending) return <EmailsEsqueleto rotulo={geral.carregando} />;
  if (!query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const emails = query.data.results;
  if (emails.length === 0) return <Vazio filtro={filtro} onClear={() => setFiltro(LIVRE)} />;
  return <EmailsLista emails={emails} ordem={ordem} zona={zona} linkOf={linkOf} />;
}

function Vazio({ filtro, onClear }: { filtro: Filtro; onClear: () => void }): React.JSX.Element {
  const semCaixa = useIsSemCaixa();
  const gerente = useIsGerente() ?? false;
  if (semCaixa) {
    return <SemCaixa titulo={textos.semCaixa} texto={textos.semCaixaTexto} gerente={gerente} />;
  }
  if (fichasOf(filtro).length === 0) {
    return (
      <EmptyState icone={IconMail} titulo={textos.nenhum}>
        {textos.nenhumTexto}
      </EmptyState>
    );
  }
  const limpar = <Botao onClick={onClear}>{textos.limpar}</Botao>;
  return (
    <EmptyState icone={IconInbox} titulo={textos.vazio} acao={limpar}>
      {textos.vazioTexto}
    </EmptyState>
  );
}
