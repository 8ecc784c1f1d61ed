import { formatInteiro } from "@malote/syntax";
import { IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../../rpc/atual.ts";
import { explainFalha } from "../../../rpc/falhas.ts";
import { type Espera, esperasQuery } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { AbaPage, AbaPager } from "../../../ui/AbaPage.tsx";
import type { Coluna } from "../../../ui/DataTable.tsx";
import { formatDuracao } from "../../../ui/duracao.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LinhasEsqueleto } from "../../../ui/LinhasEsqueleto.tsx";
import { readPagina } from "../../../ui/pagina.ts";
import { ResponsiveTable } from "../../../ui/ResponsiveTable.tsx";
import tables from "../tables.module.css";
import { UpdatedOf } from "../Updated.tsx";
import { FilasTabs } from "./FilasTabs.tsx";

const { esperas: textos, filas } = operacao;

const COLUMNS: readonly Coluna<Espera>[] = [
  { chave: "conta", titulo: textos.conta, celula: ({ conta }) => <b className={tables.name}>{conta}</b> },
  {
    chave: "esperando",
    titulo: filas.esperando,
    largura: "120px",
    lado: "direita",
    celula: ({ esperando }) => <span className="num">{formatInteiro(esperando)}</span>,
  },
  {
    chave: "antigo",
    titulo: filas.antigo,
    largura: "140px",
    lado: "direita",
    celula: ({ esperaMs }) => <span className="num">{formatDuracao(esperaMs)}</span>,
  },
  {
    chave: "onde",
    titulo: <span className={tables.situation}>{textos.ondeEspera}</span>,
    largura: "50%",
    celula: ({ porFila }) => {
      const words = porFila.map(({ nome, esperando }) => textos.uma(nome, formatInteiro(esperando)));
      return (
        <span className={`${tables.reason} ${tables.situation}`} title={words.join(", ")}>
          {words.join(", ")}
        </span>
      );
    },
  },
];

/** The contas with waiting tasks, longest wait first. */
export function EsperasTab(): React.JSX.Element {
  const [params] = useSearchParams();
  const query = useQuery(esperasQuery(readPagina(params)));
  const total = query.data?.totalCount ?? 0;
  const words = textos.total(formatInteiro(total));
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={filas.titulo}
      total={() => words}
      pedido={query}
      falha={explainFalha}
      zona={useZona()}
      abas={<FilasTabs active="contas" />}
      dicas={<UpdatedOf query={query} />}
      pe={<AbaPager total={total} rotulo={words} />}
      esqueleto={<LinhasEsqueleto linhas={8} larguras={[160, 60, 60, 320]} />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <ResponsiveTable
            label={textos.titulo}
            columns={COLUMNS}
            rows={results}
            keyOf={({ contaId }) => contaId}
            minWidth={760}
          />
        ) : (
          <EmptyState icone={IconStack2} titulo={textos.vazio}>
            {textos.vazioTexto}
          </EmptyState>
        )
      }
    </AbaPage>
  );
}
