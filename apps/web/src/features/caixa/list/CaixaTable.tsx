import { formatInteger } from "@malote/syntax";
import { Loader } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixaTexts, caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { formatTimeAgo, formatTimeUntil } from "../../../ui/format/relative-time.ts";
import { type Column, DataTable } from "../../../ui/list/DataTable.tsx";
import { defaultPort } from "../caixa-types.ts";
import { CaixaStatus } from "../health/CaixaStatus.tsx";
import {
  caixaNameOf,
  caixaStateOf,
  isFailing,
  type SortOrder,
  silenceTextOf,
} from "../health/caixa-state.ts";
import classes from "./CaixaList.module.css";
import { CaixaMenu } from "./CaixaMenu.tsx";
import type { CaixaActions } from "./caixa-actions.ts";

export type CaixaListProps = {
  caixas: readonly Caixa[];
  sortOrder: SortOrder;
  now: Date;
  timeZone: string;
  /** Null for users who are not managers. */
  actions: CaixaActions | null;
  requestedIds: ReadonlySet<string>;
};

/** The mailboxes as a table: server, status, e-mail counts and problems. */
export function CaixaTable(props: CaixaListProps & { onOpen: (caixa: Caixa) => void }): React.JSX.Element {
  return (
    <div className={classes.tabela}>
      <DataTable
        label={texts.lista}
        columns={columnsOf(props)}
        rows={props.caixas}
        keyOf={({ id }) => id}
        onOpen={props.onOpen}
      />
    </div>
  );
}

function columnsOf(props: CaixaListProps): Column<Caixa>[] {
  const { sortOrder, actions, requestedIds } = props;
  const { colunas } = texts;
  return [
    {
      key: "descricao",
      width: "18%",
      ...headingOf(sortOrder === "descricao" ? sortOrder : null, colunas.descricao),
      cell: (caixa) => <CaixaName caixa={caixa} />,
    },
    {
      key: "servidor",
      width: "16%",
      ...headingOf(sortOrder === "descricao" ? null : sortOrder, colunas.servidor),
      cell: (caixa) => <ServerCell caixa={caixa} />,
    },
    {
      key: "saude",
      width: "138px",
      title: colunas.saude,
      cell: (caixa) => <CaixaStatus state={caixaStateOf(caixa)} />,
    },
    {
      key: "coleta",
      width: "150px",
      title: colunas.coleta,
      cell: (caixa) => <ColetaCell {...props} caixa={caixa} />,
    },
    numberColumn("hoje", "84px", colunas.hoje, ({ emailsHoje }) => emailsHoje),
    numberColumn("total", "64px", colunas.total, ({ emailsTotal }) => emailsTotal),
    {
      key: "houve",
      title: <span className={classes.houveTitulo}>{colunas.houve}</span>,
      cell: (caixa) => <ProblemCell {...props} caixa={caixa} />,
    },
    ...(actions ? [menuColumn(actions, requestedIds)] : []),
  ];
}

/** The header of the sorted column says so; the type is in the column of the server. */
function headingOf(sortedBy: SortOrder | null, title: string): Pick<Column<Caixa>, "title" | "sort"> {
  if (sortedBy === null) return { title };
  return {
    sort: "ascending",
    title: (
      <span className={classes.ordenada}>
        {sortedBy === "tipo" ? `${title} (${texts.ordens.tipo.toLowerCase()})` : title}
        <IconArrowUp size={13} stroke={2} aria-hidden="true" />
      </span>
    ),
  };
}

function numberColumn(
  columnKey: string,
  width: string,
  title: string,
  readValue: (caixa: Caixa) => number,
): Column<Caixa> {
  return {
    key: columnKey,
    width,
    title,
    align: "direita",
    cell: (caixa) => <span className="num">{formatInteger(readValue(caixa))}</span>,
  };
}

function menuColumn(actions: CaixaActions, requestedIds: ReadonlySet<string>): Column<Caixa> {
  return {
    key: "acao",
    width: "56px",
    align: "direita",
    title: <span className="vh">{texts.colunas.acao}</span>,
    cell: (caixa) => (
      <CaixaMenu
        caixa={caixa}
        actions={actions}
        isBusy={caixa.estado === "coletando" || requestedIds.has(caixa.id)}
      />
    ),
  };
}

function CaixaName({ caixa }: { caixa: Caixa }): React.JSX.Element {
  return (
    <>
      <Link
        to={`/caixaemail/${caixa.id}`}
        className={classes.nome}
        data-abrir
        title={caixaNameOf(caixa)}
        aria-label={texts.abrir(caixaNameOf(caixa))}
      >
        {caixaNameOf(caixa)}
      </Link>
      {caixa.descricao && (
        <span className={classes.segunda} title={caixa.usuario}>
          {caixa.usuario}
        </span>
      )}
    </>
  );
}

export function ServerCell({ caixa }: { caixa: Caixa }): React.JSX.Element {
  return (
    <>
      <span className={classes.primeira} title={caixa.servidor}>
        {caixa.servidor}
      </span>
      <span className={classes.segunda}>
        {caixaTexts.tiposCurtos[caixa.tipo]} · {caixa.porta ?? defaultPort(caixa.tipo)}
      </span>
    </>
  );
}

/** The last and the next collection. */
export function ColetaCell(props: CaixaListProps & { caixa: Caixa }): React.JSX.Element {
  const { caixa, now, timeZone, requestedIds } = props;
  if (caixa.estado === "coletando" || requestedIds.has(caixa.id)) {
    return (
      <span className={classes.agora} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {texts.coletandoAgora}
      </span>
    );
  }
  return (
    <>
      <span className={classes.primeira}>
        {caixa.ultimaColeta ? formatTimeAgo(caixa.ultimaColeta, now, timeZone) : texts.semColeta}
      </span>
      {caixa.proximaColeta && (
        <span className={classes.segunda}>
          {texts.proxima(formatTimeUntil(caixa.proximaColeta, now, timeZone))}
        </span>
      )}
    </>
  );
}

/** The problem of a mailbox, with a button to fix it. */
export function ProblemCell(props: CaixaListProps & { caixa: Caixa }): React.JSX.Element {
  const { caixa, now, timeZone, actions } = props;
  const testButton = (label: string): React.ReactNode =>
    actions && (
      <button type="button" className="link" onClick={() => actions.testar(caixa)}>
        {label}
        <span className="vh"> {caixaNameOf(caixa)}</span>
      </button>
    );
  if (isFailing(caixa))
    return <ProblemText text={caixa.ultimoErro ?? ""} remedy={testButton(texts.corrigir)} />;
  const silenceText = silenceTextOf(caixa, now, timeZone);
  if (silenceText !== null) return <ProblemText text={silenceText} remedy={testButton(texts.conferir)} />;
  return <span className={classes.nada}>{texts.nadaARelatar}</span>;
}

function ProblemText({ text, remedy }: { text: string; remedy: React.ReactNode }): React.JSX.Element {
  return (
    <span className={classes.houve}>
      <span className={classes.causa} title={text}>
        {text}
      </span>{" "}
      {remedy}
    </span>
  );
}
