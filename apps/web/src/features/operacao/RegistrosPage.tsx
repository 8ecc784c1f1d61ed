import { formatDataHora, formatInteiro } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type RegistroOperador, registrosOperadorQuery } from "../../rpc/operador.ts";
import { geral } from "../../textos/geral.ts";
import { registrosOperador as textos } from "../../textos/operacao-paginas.ts";
import { AbaPage, AbaPager } from "../../ui/AbaPage.tsx";
import type { Coluna } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { readPagina } from "../../ui/pagina.ts";
import { ResponsiveTable } from "../../ui/ResponsiveTable.tsx";
import tables from "./tables.module.css";
import { UpdatedOf } from "./Updated.tsx";

const { colunas: t } = textos;

/** Log of operator actions, newest first. */
export function RegistrosPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const zona = useZona();
  const query = useQuery(registrosOperadorQuery(readPagina(params)));
  const total = query.data?.totalCount ?? 0;
  const words = textos.total(formatInteiro(total));
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={textos.titulo}
      total={() => words}
      pedido={query}
      falha={explainFalha}
      zona={zona}
      dicas={<UpdatedOf query={query} />}
      pe={<AbaPager total={total} rotulo={words} />}
      esqueleto={<LinhasEsqueleto linhas={8} larguras={[120, 140, 280, 100, 120]} />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <ResponsiveTable
            label={textos.titulo}
            columns={columnsOf(zona)}
            rows={results}
            keyOf={({ id }) => id}
            minWidth={900}
          />
        ) : (
          <EmptyState icone={IconListDetails} titulo={textos.vazio}>
            {textos.vazioTexto}
          </EmptyState>
        )
      }
    </AbaPage>
  );
}

function columnsOf(zona: string): Coluna<RegistroOperador>[] {
  return [
    {
      chave: "texto",
      titulo: t.texto,
      celula: ({ texto }) => (
        <b className={`${tables.name} ${tables.clip}`} title={texto}>
          {texto}
        </b>
      ),
    },
    {
      chave: "quando",
      titulo: t.quando,
      largura: "150px",
      celula: ({ quando }) => <span className="num">{quando && formatDataHora(quando, zona)}</span>,
    },
    {
      chave: "usuario",
      titulo: t.usuario,
      largura: "16%",
      celula: ({ usuario }) => <Text words={usuario} />,
    },
    { chave: "conta", titulo: t.conta, largura: "14%", celula: ({ conta }) => <Text words={conta} /> },
    {
      chave: "detalhe",
      titulo: t.detalhe,
      largura: "28%",
      celula: ({ detalhe }) => <Text words={detalhe ?? geral.nenhumValor} />,
    },
  ];
}

function Text({ words }: { words: string }): React.JSX.Element {
  return (
    <span className={tables.reason} title={words}>
      {words}
    </span>
  );
}
