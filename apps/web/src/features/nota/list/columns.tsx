import { formatChave, formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import { Center, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconRosetteDiscountCheck } from "@tabler/icons-react";
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
import { BareCheckbox } from "../../../ui/form/BareCheckbox.tsx";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import type { Column } from "../../../ui/list/DataTable.tsx";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import { ConsultaButton } from "../consulta/ConsultaButton.tsx";
import { type FlagName, notaNameOf } from "../flags/flag-state.ts";
import { NotaFlag } from "../flags/NotaFlag.tsx";
import { DaysLeft } from "../manifestacao/DaysLeft.tsx";
import { type FilterableColumn, type NotaListProps, otherPartyOf } from "./list-props.ts";
import classes from "./NotaList.module.css";
import type { ColumnKey } from "./visible-columns.ts";

type NotaColumn = Column<NotaRow>;

/** Minimum width of a column without a fixed width, in pixels. */
const FLEXIBLE_MIN = 200;
/** Extra width of the last column, in pixels. */
const LAST_EXTRA = 20;
const FLAG_COLUMNS: ReadonlySet<ColumnKey> = new Set(["processado", "recebido", "conferido"]);

const COLUMN_BUILDERS: Record<ColumnKey, (props: NotaListProps) => NotaColumn> = {
  tipo: typeColumn,
  veredito: vereditoColumn,
  numero: numberColumn,
  emissao: emissaoColumn,
  parte: partyColumn,
  documento: documentoColumn,
  uf: ufColumn,
  nossa: empresaColumn,
  valor,
  chegada: arrivalColumn,
  nfe: (props) => statusColumn(props, "nfe", { largura: "135px", situacaoDe: statusOfNfe }),
  sefaz: (props) => statusColumn(props, "sefaz", { largura: "186px", situacaoDe: shortStatusOfSefaz }),
  manifestacao: manifestacaoColumn,
  chave,
  processado: (props) => flagColumn(props, "processado", "40px"),
  recebido: (props) => flagColumn(props, "recebido", "41px"),
  conferido: (props) => flagColumn(props, "conferido", "44px"),
};

/**
 * The visible columns, from the checkbox to the flags. In the divergences tab, the last column
 * starts a consulta instead.
 */
export function columnsOf(props: NotaListProps): NotaColumn[] {
  const { columns, onlyDivergencias } = props;
  // The divergences tab compares two statuses: it shows both, even if the user hid their columns.
  const shown = onlyDivergencias
    ? [...columns.filter((each) => !FLAG_COLUMNS.has(each) && each !== "nfe" && each !== "sefaz")]
    : columns;
  return widenLast([
    selectionColumn(props),
    ...shown.map((each) => COLUMN_BUILDERS[each](props)),
    ...(onlyDivergencias ? [COLUMN_BUILDERS.nfe(props), COLUMN_BUILDERS.sefaz(props), consultaColumn()] : []),
  ]);
}

/** Widens the last column to the edge of the page. */
function widenLast(columns: NotaColumn[]): NotaColumn[] {
  return columns.map((column, at) =>
    at === columns.length - 1 && column.width
      ? { ...column, width: `${Number.parseInt(column.width, 10) + LAST_EXTRA}px` }
      : column,
  );
}

/** Minimum width of the table, in pixels; a narrower table scrolls. */
export function minWidthOf(columns: readonly NotaColumn[]): number {
  return columns.reduce(
    (sum, { width: largura }) => sum + (largura ? Number.parseInt(largura, 10) : FLEXIBLE_MIN),
    0,
  );
}

function selectionColumn({ selection: picked, notas }: NotaListProps): NotaColumn {
  return {
    key: "selecao",
    width: "50px",
    screenOnly: true,
    title: (
      <BareCheckbox
        label={texts.selecionarTudo}
        checked={picked.all(notas)}
        indeterminate={!picked.all(notas) && picked.some(notas)}
        onChange={() => picked.toggleAll(notas)}
      />
    ),
    cell: (nota) => (
      <BareCheckbox
        label={texts.selecionar(notaNameOf(nota))}
        checked={picked.has(nota.id)}
        onChange={() => picked.toggle(nota)}
      />
    ),
  };
}

function typeColumn(props: NotaListProps): NotaColumn {
  return {
    key: "tipo",
    title: texts.colunas.tipo,
    width: "72px",
    cell: (nota) => (
      <>
        <FilterCell {...props} campo="tipo" nota={nota} valor={nota.tipoNota}>
          <TypeTag type={nota.tipoNota} />
        </FilterCell>
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
function vereditoColumn(props: NotaListProps): NotaColumn {
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
    cell: (nota) => {
      const badge = sealStatus(nota);
      return (
        <FilterCell {...props} campo="veredito" nota={nota} valor={badge.word}>
          <StatusSeal status={badge} />
        </FilterCell>
      );
    },
  };
}

function emissaoColumn({ ordem, zona }: NotaListProps): NotaColumn {
  const down = ordem === "emissaoDesc";
  const active = down || ordem === "emissaoAsc";
  return {
    key: "emissao",
    title: <SortedHeading active={active} descending={down} text={texts.colunas.emissao} />,
    width: "128px",
    ...(active ? { sort: down ? ("descending" as const) : ("ascending" as const) } : {}),
    cell: (nota) => <MutedText>{nota.dataEmissao && formatDateTime(nota.dataEmissao, zona)}</MutedText>,
  };
}

function partyColumn(props: NotaListProps): NotaColumn {
  const { ordem, side } = props;
  const chave = side === "E" ? ("emitente" as const) : ("destinatario" as const);
  return {
    key: chave,
    title: <SortedHeading active={ordem === chave} descending={false} text={texts.colunas[chave]} />,
    ...(ordem === chave ? { sort: "ascending" as const } : {}),
    cell: (nota) => {
      const { nome } = otherPartyOf(nota, side);
      return (
        <FilterCell {...props} campo="parte" nota={nota} valor={nome}>
          <b className={classes.party} title={nome}>
            {nome}
          </b>
        </FilterCell>
      );
    },
  };
}

function documentoColumn({ side }: NotaListProps): NotaColumn {
  return {
    key: "documento",
    title: texts.colunas.documento,
    width: "146px",
    cell: (nota) => <MutedText>{formatDocumento(otherPartyOf(nota, side).documento)}</MutedText>,
  };
}

/** The company of the conta that received or issued the document. */
function empresaColumn({ side }: NotaListProps): NotaColumn {
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

function numberColumn(props: NotaListProps): NotaColumn {
  return {
    key: "numero",
    title: texts.colunas.numero,
    width: "97px",
    cell: (nota) => <NumberLink {...props} nota={nota} />,
  };
}

function valor(): NotaColumn {
  return {
    key: "valor",
    title: texts.colunas.valor,
    width: "108px",
    align: "direita",
    cell: (nota) => <b className="num">{formatReais(nota.valorTotal)}</b>,
  };
}

function arrivalColumn({ zona }: NotaListProps): NotaColumn {
  return {
    key: "chegada",
    title: texts.colunas.chegada,
    width: "128px",
    cell: (nota) => <MutedText>{nota.criadoEm && formatDateTime(nota.criadoEm, zona)}</MutedText>,
  };
}

function chave(): NotaColumn {
  return {
    key: "chave",
    title: texts.colunas.chave,
    width: "430px",
    cell: (nota) => <span className="mono t-rotulo">{formatChave(nota.chaveAcesso)}</span>,
  };
}

function manifestacaoColumn(props: NotaListProps): NotaColumn {
  return {
    key: "manifestacao",
    title: texts.colunas.manifestacao,
    width: "228px",
    cell: (nota) => {
      const text = filterTexts.manifestacoes[nota.manifestacao];
      return (
        <Group wrap="nowrap" align="baseline">
          <FilterCell {...props} campo="manifestacao" nota={nota} valor={text}>
            {text}
          </FilterCell>
          <DaysLeft nota={nota} />
        </Group>
      );
    },
  };
}

/** A status column; a click on a cell filters by that status. */
function statusColumn(
  props: NotaListProps,
  campo: "nfe" | "sefaz",
  { largura, situacaoDe }: { largura: string; situacaoDe: (nota: NotaRow) => StatusView },
): NotaColumn {
  return {
    key: campo,
    title: texts.colunas[campo],
    width: largura,
    cell: (nota) => {
      const situacao = situacaoDe(nota);
      return (
        <FilterCell {...props} campo={campo} nota={nota} valor={situacao.word}>
          <Status status={situacao} />
        </FilterCell>
      );
    },
  };
}

function MutedText({ children }: { children: React.ReactNode }): React.JSX.Element {
  return <span className="num t-second">{children || "–"}</span>;
}

function ufColumn(props: NotaListProps): NotaColumn {
  return {
    key: "uf",
    title: texts.colunas.uf,
    width: "40px",
    cell: (nota) => {
      const { uf: sigla } = otherPartyOf(nota, props.side);
      if (!sigla) return "–";
      return (
        <FilterCell {...props} campo="uf" nota={nota} valor={sigla}>
          {sigla}
        </FilterCell>
      );
    },
  };
}

function flagColumn({ zona, onSetFlag }: NotaListProps, chave: FlagName, largura: string): NotaColumn {
  return {
    key: chave,
    title: texts.colunas[chave],
    width: largura,
    align: "meio",
    cell: (nota) => <NotaFlag nota={nota} flag={chave} timeZone={zona} onToggle={onSetFlag} />,
  };
}

function consultaColumn(): NotaColumn {
  return {
    key: "acao",
    title: <span className="vh">{texts.colunas.acao}</span>,
    width: "132px",
    align: "direita",
    screenOnly: true,
    cell: (nota) => <ConsultaButton key={nota.id} nota={nota} />,
  };
}

function SortedHeading(props: { active: boolean; descending: boolean; text: string }): React.JSX.Element {
  if (!props.active) return <>{props.text}</>;
  const ArrowIcon = props.descending ? IconArrowDown : IconArrowUp;
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {props.text}
      <ArrowIcon size={14} stroke={1.8} aria-hidden="true" />
    </Group>
  );
}

/** The number of a document, as the link that opens it. */
function NumberLink({ nota, linkOf }: NotaListProps & { nota: NotaRow }): React.JSX.Element {
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

/** Cells that already have a title or a tooltip. */
const TITLED_COLUMNS: ReadonlySet<FilterableColumn> = new Set(["parte", "veredito", "nfe", "sefaz"]);

function FilterCell(
  props: NotaListProps & { campo: FilterableColumn; nota: NotaRow; valor: string; children: React.ReactNode },
): React.JSX.Element {
  const { campo, nota, valor, children, onFilter } = props;
  return (
    <button
      type="button"
      className={classes.filter}
      title={TITLED_COLUMNS.has(campo) ? undefined : filterTexts.por(valor)}
      data-dica={campo === "veredito" ? valor : undefined}
      onClick={() => void onFilter(campo, nota)}
    >
      <span className="vh">{filterTexts.por("")}</span>
      {children}
    </button>
  );
}
