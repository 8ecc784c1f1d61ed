import {
  dayInZone,
  formatAmount,
  formatDate,
  formatDateTime,
  formatReais,
  formatTipoNota,
} from "@malote/syntax";
import { IconCheck } from "@tabler/icons-react";
import { serverNow } from "../../../network/clock.ts";
import type { NotaRow, Side } from "../../../rpc/documents/queries.ts";
import { notasTexts } from "../../../texts/lists/notas.ts";
import { printTexts as texts } from "../../../texts/lists/print.ts";
import { shortStatusOfSefaz } from "../../../ui/documento/documento-status.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";
import sheet from "../../../ui/print/Sheet.module.css";
import { Letterhead } from "../../../ui/print/Sheet.tsx";
import { otherPartyOf } from "../list/list-props.ts";
import classes from "./ListSheets.module.css";
import { type ListSheetPage, sumOf, toListPages } from "./list-pages.ts";
import { ownPartyOf } from "./own-party.ts";

/** A list to print. filter: its fields in words; total: documents of the filter, of which `notas` are the
 * first ones. */
export type PrintedList = {
  side: Side;
  title: string;
  notas: readonly NotaRow[];
  total: number;
  filter: readonly { field: string; value: string }[];
  order: string;
  timeZone: string;
  userName: string;
};

/** A list of documents on numbered sheets: sums carried from one to the next, no row in two parts. */
export function ListSheets(list: PrintedList): React.JSX.Element {
  const pages = toListPages(list.notas);
  const owner = ownPartyOf(list.notas);
  const hasErp = isErpMixed(list.notas);
  const printedAt = formatDateTime(serverNow(), list.timeZone);
  return (
    <div className={sheet.paper}>
      {pages.map((page, i) => (
        <article key={page.rows[0]?.id ?? i} className={classes.sheet}>
          <Letterhead owner={owner} kind={list.title} />
          {i === 0 && <Title list={list} />}
          <Rows list={list} page={page} at={i} isLast={i === pages.length - 1} hasErp={hasErp} />
          <footer className={`${sheet.footer} ${classes.foot}`}>
            <span>{texts.impressoPor(list.userName, printedAt)}</span>
            <span>{texts.pagina(i + 1, pages.length)}</span>
          </footer>
        </article>
      ))}
    </div>
  );
}

function Title({ list }: { list: PrintedList }): React.JSX.Element {
  const { notas, total, filter, order } = list;
  const isWhole = notas.length === total;
  const count = texts.documentos(notas.length);
  return (
    <header className={classes.title}>
      <div>
        <h1>{list.title}</h1>
        <p className={sheet.second}>
          {filter.length === 0 && `${texts.semFiltro}, `}
          {filter.map(({ field, value }) => (
            <span key={field}>
              {field}: <b>{value}</b>,{" "}
            </span>
          ))}
          {texts.ordem(order)}
        </p>
      </div>
      <div className={sheet.end}>
        <p className={sheet.second}>
          {isWhole
            ? texts.somaDoFiltro(count)
            : texts.primeiros(String(notas.length), texts.documentos(total))}
        </p>
        <p className={classes.value}>{formatReais(sumOf(notas))}</p>
      </div>
    </header>
  );
}

type PageProps = { list: PrintedList; page: ListSheetPage; at: number; isLast: boolean; hasErp: boolean };

function Rows({ list, page, at, isLast, hasErp }: PageProps): React.JSX.Element {
  const { colunas: t } = notasTexts;
  return (
    <table className={`${sheet.table} ${classes.rows}`}>
      <thead>
        <tr>
          <th className={classes.type}>{t.tipo}</th>
          <th className={classes.number}>{t.numero}</th>
          <th className={classes.day}>{t.emissao}</th>
          <th>{list.side === "E" ? t.emitente : t.destinatario}</th>
          <th className={`${classes.amount} ${sheet.end}`}>{t.valor}</th>
          <th className={classes.status}>{t.sefaz}</th>
          {hasErp && <th className={classes.flag}>{t.processado}</th>}
          <th className={classes.flag}>{t.recebido}</th>
          <th className={classes.flag}>{t.conferido}</th>
        </tr>
      </thead>
      <tbody>
        {page.carried && (
          <SumRow
            label={texts.transportado(at, texts.documentos(page.carried.count))}
            value={page.carried.sum}
            hasErp={hasErp}
          />
        )}
        {page.rows.map((nota) => (
          <Row key={nota.id} nota={nota} list={list} hasErp={hasErp} />
        ))}
        <SumRow
          label={sumLabelOf({ list, page, isLast })}
          value={isLast ? sumOf(list.notas) : page.sum}
          hasErp={hasErp}
          bold
        />
      </tbody>
    </table>
  );
}

function sumLabelOf({ list, page, isLast }: Pick<PageProps, "list" | "page" | "isLast">): string {
  if (!isLast) return texts.somaDaPagina(texts.documentos(page.rows.length));
  const count = texts.documentos(list.notas.length);
  return list.notas.length === list.total ? texts.somaFinal(count) : texts.somaImpressa(count);
}

function SumRow(props: { label: string; value: string; hasErp: boolean; bold?: boolean }): React.JSX.Element {
  const { label, value, hasErp, bold = false } = props;
  return (
    <tr className={bold ? sheet.total : sheet.second}>
      <td colSpan={4}>{label}</td>
      <td className={`${classes.amount} ${sheet.end}`}>{formatAmount(value)}</td>
      <td colSpan={hasErp ? 4 : 3} />
    </tr>
  );
}

function Row(props: { nota: NotaRow; list: PrintedList; hasErp: boolean }): React.JSX.Element {
  const { nota, list, hasErp } = props;
  const status = shortStatusOfSefaz(nota);
  const needsAttention = status.tone === "aviso" || status.tone === "ruim";
  return (
    <tr>
      <td>
        <b>{formatTipoNota(nota.tipoNota)}</b>
      </td>
      <td>
        {formatDocumentNumber(nota.numeroNota)} / {nota.serieNota}
      </td>
      <td>{nota.dataEmissao ? formatDate(dayInZone(nota.dataEmissao, list.timeZone)) : "–"}</td>
      <td>{otherPartyOf(nota, list.side).nome}</td>
      <td className={`${classes.amount} ${sheet.end}`}>
        <b>{formatAmount(nota.valorTotal)}</b>
      </td>
      <td>{needsAttention ? <b>{status.word}</b> : status.word}</td>
      {hasErp && <Tick on={nota.processadoErp} />}
      <Tick on={nota.recebido} />
      <Tick on={nota.conferido} />
    </tr>
  );
}

/** The column of the ERP stands only where it tells documents apart. */
function isErpMixed(notas: readonly NotaRow[]): boolean {
  return notas.some(({ processadoErp }) => processadoErp !== notas[0]?.processadoErp);
}

function Tick({ on }: { on: boolean }): React.JSX.Element {
  return (
    <td className={classes.flag}>{on ? <IconCheck size={12} stroke={2.4} aria-hidden="true" /> : "–"}</td>
  );
}
