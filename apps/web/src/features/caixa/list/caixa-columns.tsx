import { formatInteger } from "@malote/syntax";
import { Group, Loader, Text } from "@mantine/core";
import { translatedSentence } from "../../../languages/language.ts";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixaTexts, caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { formatTimeAgo, formatTimeUntil } from "../../../ui/format/relative-time.ts";
import { type ListColumn, TwoLines } from "../../../ui/list/ResponsiveTable.tsx";
import { defaultPort } from "../caixa-types.ts";
import { CaixaStatus } from "../health/CaixaStatus.tsx";
import {
  caixaNameOf,
  caixaStateOf,
  isFailing,
  type SortOrder,
  silenceTextOf,
} from "../health/caixa-state.ts";
import classes from "./CaixasTab.module.css";
import type { CaixaActions } from "./caixa-actions.ts";

export type ListContext = {
  sortOrder: SortOrder;
  now: Date;
  timeZone: string;
  /** A collection runs or was requested. */
  isCollecting: (caixa: Caixa) => boolean;
  /** Null for users who are not managers. */
  actions: CaixaActions | null;
};

type CellProps = { caixa: Caixa; context: ListContext };

/** The columns of the mailboxes: server, status, e-mail counts and problems. */
export function columnsOf(context: ListContext): ListColumn<Caixa>[] {
  const { sortOrder } = context;
  const { colunas } = texts;
  return [
    {
      key: "descricao",
      width: "18%",
      title: colunas.descricao,
      sorted: sortOrder === "descricao",
      name: (caixa) => ({
        text: caixaNameOf(caixa),
        label: texts.abrir(caixaNameOf(caixa)),
        open: `/caixaemail/${caixa.id}`,
        note: caixa.descricao && caixa.usuario,
      }),
    },
    {
      key: "servidor",
      width: "16%",
      title: colunas.servidor,
      // The type is in the column of the server.
      sorted: sortOrder === "tipo" ? texts.ordens.tipo.toLowerCase() : sortOrder === "servidor",
      cell: (caixa) => <Server caixa={caixa} />,
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
      cell: (caixa) => <Coleta caixa={caixa} context={context} />,
    },
    { key: "hoje", width: "84px", title: colunas.hoje, number: ({ emailsHoje }) => emailsHoje },
    { key: "total", width: "64px", title: colunas.total, number: ({ emailsTotal }) => emailsTotal },
    {
      key: "houve",
      title: <span className={classes.problem}>{colunas.houve}</span>,
      cell: (caixa) => <Problem caixa={caixa} context={context} />,
    },
  ];
}

/** The card of a mailbox on a phone, below its name; a problem only if it has one. */
export function CaixaCard({ caixa, context }: CellProps): React.JSX.Element {
  const { servidor, emailsHoje, emailsTotal } = caixa;
  return (
    <>
      <Group gap={12} wrap="nowrap" align="flex-start" justify="space-between">
        <CaixaStatus state={caixaStateOf(caixa)} />
        <Coleta caixa={caixa} context={context} />
      </Group>
      <p>{texts.cartao(servidor, formatInteger(emailsHoje), formatInteger(emailsTotal))}</p>
      {problemTextOf(caixa, context) !== null && <Problem caixa={caixa} context={context} />}
    </>
  );
}

function Server({ caixa: { servidor, tipo, porta } }: { caixa: Caixa }): React.JSX.Element {
  const address = (
    <Text span inherit c="var(--text-2)" title={servidor}>
      {servidor}
    </Text>
  );
  return (
    <TwoLines value={address} note={`${caixaTexts.tiposCurtos[tipo]} · ${porta ?? defaultPort(tipo)}`} />
  );
}

/** The last and the next collection. */
function Coleta({ caixa, context }: CellProps): React.JSX.Element {
  const { now, timeZone } = context;
  const { ultimaColeta, proximaColeta } = caixa;
  if (context.isCollecting(caixa)) {
    return (
      <Group component="span" role="status" gap={8} c="var(--text-2)">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        {texts.coletandoAgora}
      </Group>
    );
  }
  const last = ultimaColeta ? formatTimeAgo(ultimaColeta, now, timeZone) : texts.semColeta;
  return (
    <TwoLines
      value={
        <Text span inherit c="var(--text-2)">
          {last}
        </Text>
      }
      note={proximaColeta && texts.proxima(formatTimeUntil(proximaColeta, now, timeZone))}
    />
  );
}

function problemTextOf(caixa: Caixa, { now, timeZone }: ListContext): string | null {
  return isFailing(caixa) ? translatedSentence(caixa.ultimoErro ?? "") : silenceTextOf(caixa, now, timeZone);
}

/** The problem of a mailbox, with a button to fix it. */
function Problem({ caixa, context }: CellProps): React.JSX.Element {
  const { actions } = context;
  const text = problemTextOf(caixa, context);
  if (text === null) {
    return (
      <Text span inherit c="dimmed" className={classes.problem}>
        {texts.nadaARelatar}
      </Text>
    );
  }
  return (
    <Text span inherit c="var(--text-2)" className={classes.problem}>
      <Text span inherit lineClamp={2} title={text}>
        {text}
      </Text>
      {actions && (
        <button type="button" className="link" onClick={() => actions.testar(caixa)}>
          {isFailing(caixa) ? texts.corrigir : texts.conferir}
          <span className="vh"> {caixaNameOf(caixa)}</span>
        </button>
      )}
    </Text>
  );
}
