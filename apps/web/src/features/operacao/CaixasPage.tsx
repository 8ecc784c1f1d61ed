import { formatInteiro } from "@malote/syntax";
import { IconCircleCheck, IconMailbox, IconMailX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type CaixaVista, caixasVistasQuery, operatorStateQuery } from "../../rpc/operador.ts";
import { operacao } from "../../textos/operacao.ts";
import { caixasVistas as textos } from "../../textos/operacao-paginas.ts";
import { AbaPage, AbaPager } from "../../ui/AbaPage.tsx";
import { useAgora } from "../../ui/agora.ts";
import type { Coluna } from "../../ui/DataTable.tsx";
import { formatDuracao } from "../../ui/duracao.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { readPagina } from "../../ui/pagina.ts";
import { Card, ResponsiveTable } from "../../ui/ResponsiveTable.tsx";
import { StatusTag } from "../../ui/Status.tsx";
import tables from "./tables.module.css";
import { UpdatedOf } from "./Updated.tsx";
import { WarnConta } from "./WarnConta.tsx";

const { colunas: t } = textos;

/** The mailboxes of all contas, failing ones first. */
export function CaixasPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const onlyErrors = params.get("aba") === "erro";
  const agora = useAgora();
  const query = useQuery(caixasVistasQuery(onlyErrors, readPagina(params)));
  const total = query.data?.totalCount ?? 0;
  const words = textos.total(formatInteiro(total));
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={textos.titulo}
      total={() => words}
      pedido={query}
      falha={explainFalha}
      zona={useZona()}
      abas={<CaixasTabs active={onlyErrors ? "erro" : "todas"} />}
      dicas={<UpdatedOf query={query} />}
      pe={<AbaPager total={total} rotulo={words} />}
      esqueleto={<LinhasEsqueleto linhas={8} larguras={[220, 100, 160, 180, 80]} />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <ResponsiveTable
            label={textos.titulo}
            columns={columnsOf(agora)}
            rows={results}
            keyOf={({ id }) => id}
            minWidth={1000}
            card={(caixa) => (
              <Card
                title={caixa.endereco}
                end={<Warn caixa={caixa} />}
                lines={[situationOf(caixa, agora), `${caixa.conta}, ${caixa.servidor}`]}
              />
            )}
          />
        ) : (
          <NoCaixas onlyErrors={onlyErrors} />
        )
      }
    </AbaPage>
  );
}

function CaixasTabs({ active }: { active: "todas" | "erro" }): React.JSX.Element {
  const { data } = useQuery(operatorStateQuery);
  const errors = data?.faixa.caixasComErro ?? 0;
  return (
    <LinkTabs
      rotulo={textos.abas.rotulo}
      ativa={active}
      abas={[
        { chave: "todas", titulo: textos.abas.todas, to: "/operacao/caixas" },
        {
          chave: "erro",
          titulo: textos.abas.erro,
          to: "/operacao/caixas?aba=erro",
          contagem: errors > 0 ? formatInteiro(errors) : undefined,
          tom: "aviso",
        },
      ]}
    />
  );
}

function NoCaixas({ onlyErrors }: { onlyErrors: boolean }): React.JSX.Element {
  return onlyErrors ? (
    <EmptyState icone={IconCircleCheck} titulo={textos.vazioErro}>
      {textos.vazioErroTexto}
    </EmptyState>
  ) : (
    <EmptyState icone={IconMailbox} titulo={textos.vazio}>
      {textos.vazioTexto}
    </EmptyState>
  );
}

function columnsOf(agora: Date): Coluna<CaixaVista>[] {
  return [
    {
      chave: "endereco",
      titulo: t.endereco,
      celula: ({ endereco }) => (
        <b className={`${tables.name} ${tables.clip}`} title={endereco}>
          {endereco}
        </b>
      ),
    },
    { chave: "conta", titulo: t.conta, largura: "15%", celula: ({ conta }) => <Clip words={conta} /> },
    {
      chave: "servidor",
      titulo: t.servidor,
      largura: "17%",
      celula: ({ servidor }) => <Clip words={servidor} />,
    },
    {
      chave: "situacao",
      titulo: t.situacao,
      largura: "30%",
      celula: (caixa) => <Situation caixa={caixa} agora={agora} />,
    },
    {
      chave: "coleta",
      titulo: t.coleta,
      largura: "110px",
      celula: ({ ultimaColeta }) => (
        <span className={`${tables.second} num`}>
          {ultimaColeta ? ago(ultimaColeta, agora) : textos.nunca}
        </span>
      ),
    },
    {
      chave: "acao",
      titulo: <span className="vh">{operacao.acao}</span>,
      largura: "140px",
      lado: "direita",
      celula: (caixa) => <Warn caixa={caixa} />,
    },
  ];
}

function ago(instant: Date, agora: Date): string {
  return textos.ha(formatDuracao(agora.getTime() - instant.getTime()));
}

/** The error of a mailbox with its age, or that it collects. */
function situationOf({ motivo, erroDesde }: CaixaVista, agora: Date): string {
  if (motivo === null) return textos.coletando;
  return erroDesde ? `${motivo}, ${ago(erroDesde, agora)}` : motivo;
}

function Situation({ caixa, agora }: { caixa: CaixaVista; agora: Date }): React.JSX.Element {
  const fails = caixa.motivo !== null;
  const Icon = fails ? IconMailX : IconCircleCheck;
  return (
    <StatusTag tom={fails ? "aviso" : "ok"} palavra={situationOf(caixa, agora)}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}

function Warn({ caixa }: { caixa: CaixaVista }): React.JSX.Element | null {
  return caixa.motivo === null ? null : <WarnConta sobre="caixa" what={caixa} name={caixa.endereco} />;
}

function Clip({ words }: { words: string }): React.JSX.Element {
  return (
    <span className={tables.reason} title={words}>
      {words}
    </span>
  );
}
