import { formatChave, formatDate, formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import { Center, Group } from "@mantine/core";
import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { filterTexts } from "../../../texts/lists/filters.ts";
import { notasTexts as texts } from "../../../texts/lists/notas.ts";
import {
  type StatusView,
  sealStatus,
  shortStatusOfSefaz,
  statusOfNfe,
} from "../../../ui/documento/documento-status.ts";
import statusClasses from "../../../ui/documento/Status.module.css";
import { Status, StatusSeal } from "../../../ui/documento/Status.tsx";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import type { CellFilter, Column } from "../../../ui/list/column.ts";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import { ConsultaButton } from "../consulta/ConsultaButton.tsx";
import { type FlagName, notaNameOf } from "../flags/flag-state.ts";
import { NotaFlag } from "../flags/NotaFlag.tsx";
import { waitingKeyOf } from "../flags/waiting-flags.ts";
import { DaysLeft } from "../manifestacao/DaysLeft.tsx";
import type { ColumnKey } from "./column-layout.ts";
import { type ColumnProps, type FilterableColumn, otherPartyOf } from "./list-props.ts";
import classes from "./NotaList.module.css";
import { sortHeadOf } from "./sort-heads.ts";

export type NotaColumn = Column<NotaRow>;

/** How each column is drawn. */
export const COLUMN_BUILDERS: Record<ColumnKey, (props: ColumnProps) => NotaColumn> = {
  tipo: typeColumn,
  veredito: vereditoColumn,
  numero: numberColumn,
  emissao: emissaoColumn,
  parte: partyColumn,
  documento: documentoColumn,
  uf: ufColumn,
  nossa: empresaColumn,
  valor: valueColumn,
  chegada: arrivalColumn,
  nfe: (props) => statusColumn(props, "nfe", { largura: "135px", situacaoDe: statusOfNfe }),
  sefaz: (props) => statusColumn(props, "sefaz", { largura: "186px", situacaoDe: shortStatusOfSefaz }),
  manifestacao: manifestacaoColumn,
  chave: chaveColumn,
  processado: (props) => flagColumn(props, "processado", "40px"),
  recebido: (props) => flagColumn(props, "recebido", "41px"),
  conferido: (props) => flagColumn(props, "conferido", "44px"),
};

function typeColumn(props: ColumnProps): NotaColumn {
  return {
    key: "tipo",
    title: texts.colunas.tipo,
    width: "72px",
    filter: filterBy(props, "tipo", ({ tipoNota }) => tipoNota),
    cell: (nota) => (
      <>
        <TypeTag type={nota.tipoNota} />
        {nota.terceiros && (
          <small className={statusClasses.detail} title={texts.deTerceirosDica}>
            {texts.deTerceiros}
          </small>
        )}
      </>
    ),
  };
}

/** Badge of the verdict, between type and number. */
function vereditoColumn(props: ColumnProps): NotaColumn {
  return {
    key: "veredito",
    title: (
      <Center data-dica={texts.colunas.veredito}>
        <IconRosetteDiscountCheck size={15} stroke={1.6} aria-hidden="true" />
        <span className="vh">{texts.colunas.veredito}</span>
      </Center>
    ),
    width: "36px",
    align: "meio",
    filter: filterBy(props, "veredito", (nota) => sealStatus(nota).word),
    cell: (nota) => <StatusSeal status={sealStatus(nota)} />,
  };
}

function numberColumn(props: ColumnProps): NotaColumn {
  return {
    key: "numero",
    title: texts.colunas.numero,
    width: "104px",
    ...sortHeadOf(props, "numero"),
    cell: (nota) => <NumberLink {...props} nota={nota} />,
  };
}

/** Beside the panel, which shows the time, only the day. */
function emissaoColumn(props: ColumnProps): NotaColumn {
  const { zona, narrow } = props;
  const format = narrow ? formatDate : formatDateTime;
  return {
    key: "emissao",
    title: texts.colunas.emissao,
    width: narrow ? "92px" : "128px",
    ...sortHeadOf(props, "emissao"),
    cell: (nota) => <MutedText>{nota.dataEmissao && format(nota.dataEmissao, zona)}</MutedText>,
  };
}

function partyColumn(props: ColumnProps): NotaColumn {
  const { side } = props;
  const key = side === "E" ? ("emitente" as const) : ("destinatario" as const);
  return {
    key,
    title: texts.colunas[key],
    ...sortHeadOf(props, key),
    filter: {
      ...filterBy(props, "parte", (nota) => {
        const { nome, documento } = otherPartyOf(nota, side);
        return documento === "" ? null : nome;
      }),
      main: true,
    },
    cell: (nota) => {
      const { nome } = otherPartyOf(nota, side);
      return (
        <b className={classes.party} title={nome}>
          {nome}
        </b>
      );
    },
  };
}

function documentoColumn({ side }: ColumnProps): NotaColumn {
  return {
    key: "documento",
    title: texts.colunas.documento,
    width: "146px",
    cell: (nota) => <MutedText>{formatDocumento(otherPartyOf(nota, side).documento)}</MutedText>,
  };
}

function ufColumn(props: ColumnProps): NotaColumn {
  return {
    key: "uf",
    title: texts.colunas.uf,
    width: "40px",
    filter: filterBy(props, "uf", (nota) => otherPartyOf(nota, props.side).uf),
    cell: (nota) => <MutedText>{otherPartyOf(nota, props.side).uf}</MutedText>,
  };
}

/** The company of the conta that received or issued the document. */
function empresaColumn({ side }: ColumnProps): NotaColumn {
  return {
    key: "nossa",
    title: texts.colunas.nossa,
    width: "180px",
    cell: (nota) => {
      const nome = side === "E" ? (nota.nomeDestinatario ?? "–") : nota.nomeEmitente;
      return (
        <span className={`${classes.party} t-second`} title={nome}>
          {nome}
        </span>
      );
    },
  };
}

function valueColumn(props: ColumnProps): NotaColumn {
  return {
    key: "valor",
    title: texts.colunas.valor,
    width: "108px",
    align: "direita",
    ...sortHeadOf(props, "valor"),
    cell: (nota) => <b className="num">{formatReais(nota.valorTotal)}</b>,
  };
}

function arrivalColumn(props: ColumnProps): NotaColumn {
  return {
    key: "chegada",
    title: texts.colunas.chegada,
    width: "128px",
    ...sortHeadOf(props, "chegada"),
    cell: (nota) => <MutedText>{nota.criadoEm && formatDateTime(nota.criadoEm, props.zona)}</MutedText>,
  };
}

/** A status column. A status that needs attention has its reason in the panel of its row. */
function statusColumn(
  props: ColumnProps,
  key: "nfe" | "sefaz",
  { largura, situacaoDe }: { largura: string; situacaoDe: (nota: NotaRow) => StatusView },
): NotaColumn {
  return {
    key,
    title: texts.colunas[key],
    width: largura,
    filter: filterBy(props, key, (nota) => situacaoDe(nota).word),
    cell: (nota) => <Status status={situacaoDe(nota)} />,
  };
}

function manifestacaoColumn(props: ColumnProps): NotaColumn {
  const textOf = ({ manifestacao }: NotaRow): string => filterTexts.manifestacoes[manifestacao];
  return {
    key: "manifestacao",
    title: texts.colunas.manifestacao,
    width: "228px",
    filter: filterBy(props, "manifestacao", textOf),
    cell: (nota) => (
      <Group wrap="nowrap" align="baseline">
        <span className="t-second">{textOf(nota)}</span>
        <DaysLeft nota={nota} />
      </Group>
    ),
  };
}

function chaveColumn(): NotaColumn {
  return {
    key: "chave",
    title: texts.colunas.chave,
    width: "430px",
    cell: (nota) => <span className="mono t-rotulo">{formatChave(nota.chaveAcesso)}</span>,
  };
}

function flagColumn(
  { zona, onSetFlag, waitingFlags }: ColumnProps,
  flag: FlagName,
  largura: string,
): NotaColumn {
  return {
    key: flag,
    title: texts.colunas[flag],
    width: largura,
    align: "meio",
    cell: (nota) => (
      <NotaFlag
        nota={nota}
        flag={flag}
        timeZone={zona}
        waiting={waitingFlags.get(waitingKeyOf(nota.id, flag))}
        onToggle={onSetFlag}
      />
    ),
  };
}

/** Starts a consulta, in the divergences tab. */
export function consultaColumn(): NotaColumn {
  return {
    key: "acao",
    title: <span className="vh">{texts.colunas.acao}</span>,
    width: "132px",
    align: "direita",
    screenOnly: true,
    cell: (nota) => <ConsultaButton key={nota.id} nota={nota} />,
  };
}

function filterBy(
  { onFilter }: ColumnProps,
  field: FilterableColumn,
  textOf: (nota: NotaRow) => string | null,
): CellFilter<NotaRow> {
  return { textOf, run: (nota) => onFilter(field, nota) };
}

function MutedText({ children }: { children: React.ReactNode }): React.JSX.Element {
  return <span className="num t-second">{children || "–"}</span>;
}

/** The number of a document, as the link that opens it. */
function NumberLink({ nota, linkOf }: ColumnProps & { nota: NotaRow }): React.JSX.Element {
  const { to, state } = linkOf(nota);
  return (
    <Link
      to={to}
      state={state}
      data-abrir
      className={`num t-dimmed ${classes.number}`}
      aria-label={texts.abrir(notaNameOf(nota))}
    >
      <b>{formatDocumentNumber(nota.numeroNota)}</b> / {nota.serieNota}
    </Link>
  );
}
