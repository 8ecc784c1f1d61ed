import { formatInteger } from "@malote/syntax";
import { Text } from "@mantine/core";
import { IconCircleCheck, IconMailbox, IconMailX } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import {
  allCaixasQuery,
  type CaixaOfAnyConta,
  operatorStateQuery,
} from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { operationTexts } from "../../texts/operator/operation.ts";
import { allCaixasTexts as texts } from "../../texts/operator/pages.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { formatDuration } from "../../ui/format/duration.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import { Card, type ListColumn } from "../../ui/list/ResponsiveTable.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import { Clip } from "./Clip.tsx";
import { UpdatedOf } from "./Updated.tsx";
import { WarnConta } from "./WarnConta.tsx";

const { colunas: t } = texts;

/** The mailboxes of all contas, failing ones first. */
export function CaixasPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const onlyErrors = params.get("aba") === "erro";
  const agora = useNow();
  const query = useQuery(allCaixasQuery(onlyErrors, readPageParam(params)));
  return (
    <ListScreen
      title={texts.titulo}
      heading={texts.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      timeZone={useTimeZone()}
      tabs={<CaixasTabs active={onlyErrors ? "erro" : "todas"} />}
      hints={<UpdatedOf query={query} />}
      columns={columnsOf(agora)}
      keyOf={({ id }) => id}
      minWidth={1000}
      card={(caixa) => (
        <Card
          title={caixa.endereco}
          end={<Warn caixa={caixa} />}
          lines={[situationOf(caixa, agora), `${caixa.conta}, ${caixa.servidor}`]}
        />
      )}
      empty={<NoCaixas onlyErrors={onlyErrors} />}
    />
  );
}

function CaixasTabs({ active }: { active: "todas" | "erro" }): React.JSX.Element {
  const { data } = useQuery(operatorStateQuery);
  const errors = data?.faixa.caixasComErro ?? 0;
  return (
    <LinkTabs
      label={texts.abas.rotulo}
      active={active}
      tabs={[
        { key: "todas", title: texts.abas.todas, to: "/operacao/caixas" },
        {
          key: "erro",
          title: texts.abas.erro,
          to: "/operacao/caixas?aba=erro",
          count: errors > 0 ? formatInteger(errors) : undefined,
          tone: "aviso",
        },
      ]}
    />
  );
}

function NoCaixas({ onlyErrors }: { onlyErrors: boolean }): React.JSX.Element {
  return onlyErrors ? (
    <EmptyState icon={IconCircleCheck} title={texts.vazioErro}>
      {texts.vazioErroTexto}
    </EmptyState>
  ) : (
    <EmptyState icon={IconMailbox} title={texts.vazio}>
      {texts.vazioTexto}
    </EmptyState>
  );
}

function columnsOf(agora: Date): ListColumn<CaixaOfAnyConta>[] {
  return [
    {
      key: "endereco",
      title: t.endereco,
      cell: ({ endereco }) => <Clip strong words={endereco} />,
    },
    { key: "conta", title: t.conta, width: "15%", cell: ({ conta }) => <Clip words={conta} /> },
    {
      key: "servidor",
      title: t.servidor,
      width: "17%",
      cell: ({ servidor }) => <Clip words={servidor} />,
    },
    {
      key: "situacao",
      title: t.situacao,
      width: "30%",
      cell: (caixa) => <Situation caixa={caixa} agora={agora} />,
    },
    {
      key: "coleta",
      title: t.coleta,
      width: "110px",
      cell: ({ ultimaColeta }) => (
        <Text inherit span c="var(--text-2)" className="num">
          {ultimaColeta ? ago(ultimaColeta, agora) : texts.nunca}
        </Text>
      ),
    },
    {
      key: "acao",
      title: <span className="vh">{operationTexts.acao}</span>,
      width: "140px",
      align: "direita",
      cell: (caixa) => <Warn caixa={caixa} />,
    },
  ];
}

function ago(instant: Date, agora: Date): string {
  return texts.ha(formatDuration(agora.getTime() - instant.getTime()));
}

/** The error of a mailbox with its age, or that it collects. */
function situationOf({ motivo, erroDesde }: CaixaOfAnyConta, agora: Date): string {
  if (motivo === null) return texts.coletando;
  return erroDesde ? `${motivo}, ${ago(erroDesde, agora)}` : motivo;
}

function Situation({ caixa, agora }: { caixa: CaixaOfAnyConta; agora: Date }): React.JSX.Element {
  const fails = caixa.motivo !== null;
  return (
    <StatusTag
      tone={fails ? "aviso" : "ok"}
      icon={fails ? IconMailX : IconCircleCheck}
      word={situationOf(caixa, agora)}
    />
  );
}

function Warn({ caixa }: { caixa: CaixaOfAnyConta }): React.JSX.Element | null {
  return caixa.motivo === null ? null : <WarnConta sobre="caixa" what={caixa} name={caixa.endereco} />;
}
