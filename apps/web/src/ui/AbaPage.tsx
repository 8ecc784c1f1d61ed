import { PAGE_SIZE } from "@malote/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { administracao } from "../textos/admin.ts";
import type { Explicacao } from "../textos/geral.ts";
import { Atualizado } from "./Atualizado.tsx";
import { Falha } from "./Falha.tsx";
import { ListPage } from "./ListPage.tsx";
import { Pager } from "./Pager.tsx";
import { readPagina, writePagina } from "./pagina.ts";
import { useTitulo } from "./telas.ts";

/** A page or tab that shows a list: its content, its skeleton while loading, or the failure. */
export function AbaPage<T>(props: {
  /** Title of the window. */
  titulo: string;
  /** Heading of the page; by default that of the administration. */
  cabecalho?: string;
  /** The count in words. */
  total: (data: T) => string;
  pedido: UseQueryResult<T>;
  falha: (error: Error) => Explicacao | null;
  zona: string;
  acoes?: React.ReactNode;
  abas?: React.ReactNode;
  fichas?: React.ReactNode;
  /** Right end of the bar; by default the time of the last load. */
  dicas?: React.ReactNode;
  pe?: React.ReactNode;
  esqueleto: React.ReactNode;
  children: (data: T) => React.ReactNode;
}): React.JSX.Element {
  const { titulo, cabecalho = administracao.titulo, total, pedido, falha, zona } = props;
  const { acoes, abas, fichas, dicas, pe, esqueleto, children } = props;
  const { data, error } = pedido;
  const falhou = data === undefined && error !== null;
  useTitulo(titulo);
  return (
    <ListPage
      titulo={cabecalho}
      resumo={data && total(data)}
      acoes={acoes}
      abas={abas}
      fichas={fichas}
      dicas={dicas ?? (data && <Atualizado em={pedido.dataUpdatedAt} zona={zona} />)}
      ocupado={pedido.isPlaceholderData}
      pe={falhou ? null : pe}
    >
      {data === undefined && pedido.isPending && esqueleto}
      {falhou && <Falha falha={falha(error)} onRetry={() => void pedido.refetch()} />}
      {data !== undefined && children(data)}
    </ListPage>
  );
}

/** The pager of such a list; the page number is in the URL. */
export function AbaPager({ total, rotulo }: { total: number; rotulo: string }): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  return (
    <Pager
      pagina={readPagina(params)}
      paginas={Math.max(1, Math.ceil(total / PAGE_SIZE))}
      total={rotulo}
      onPagina={(next) => setParams(writePagina(params, next))}
    />
  );
}
