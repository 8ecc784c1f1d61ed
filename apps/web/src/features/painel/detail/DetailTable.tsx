import { formatDocumento, formatInteger, formatReais, TIPOS_NO_BADGE, type TipoNota } from "@malote/syntax";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { DateGroup, DetailData } from "../../../rpc/documents/painel.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { PlainButton } from "../../../ui/form/PlainButton.tsx";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { notasHref } from "../list-links.ts";
import { cellLabelOf, daysOfPoint } from "../period-labels.ts";
import classes from "./DetailTable.module.css";
import { type DetailNumbers, detailNumbersOf, sumDetail, writeDetailCsv } from "./detail-totals.ts";

const { detalhe: t } = texts;
/** Rows rendered per step; the CSV file has all of them. */
const ROWS_STEP = 200;
const PLACEHOLDERS = Array.from({ length: 12 }, (_, row) => row);
const NUMBER_COLUMNS = ["quantidade", "valor", "canceladas", "divergentes", "naoIntegradas"] as const;

type DetailScope = { filtro: PainelFilter; range: DayRange; grupo: DateGroup };

/** Table by period, company and type, with totals; each count links to its documents. */
export function DetailTable(
  props: DetailScope & { linhas: readonly DetailData[] | null; ocupado: boolean },
): React.JSX.Element {
  const { linhas, ocupado, ...scope } = props;
  const [shown, setShown] = useState(ROWS_STEP);
  const known = linhas ?? [];
  const rest = known.length - shown;
  return (
    <>
      <div className={classes.topo}>
        <p className="num">{linhas ? t.linhas(formatInteger(known.length)) : general.carregando}</p>
        <span className="sem-impressao">
          <PlainButton
            icon={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
            disabled={known.length === 0}
            onClick={() => saveCsv(known, scope)}
          >
            {t.baixar}
          </PlainButton>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={classes.rolo} tabIndex={0} aria-label={t.tabela}>
        <table className={classes.tabela} aria-label={t.tabela} aria-busy={ocupado || linhas === null}>
          <thead>
            <tr>
              <th scope="col">{t.colunas.periodo}</th>
              <th scope="col">{t.colunas.empresa}</th>
              <th scope="col">{t.colunas.tipo}</th>
              {NUMBER_COLUMNS.map((column) => (
                <th key={column} scope="col" data-lado="direita">
                  {t.colunas[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linhas === null
              ? PLACEHOLDERS.map((row) => <PlaceholderRow key={row} />)
              : known
                  .slice(0, shown)
                  .map((line) => <DetailRow key={keyOf(line)} line={line} scope={scope} />)}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3} data-campo="periodo">
                {t.total}
              </td>
              <NumberCells
                sum={sumDetail(known)}
                selection={{ ...scope.filtro, range: scope.range }}
                nome={t.total}
              />
            </tr>
          </tfoot>
        </table>
      </section>
      {rest > 0 && (
        <div className={`${classes.mais} sem-impressao`}>
          <PlainButton onClick={() => setShown(shown + ROWS_STEP)}>
            {t.mais(formatInteger(Math.min(rest, ROWS_STEP)))}
          </PlainButton>
        </div>
      )}
    </>
  );
}

function DetailRow({ line, scope }: { line: DetailData; scope: DetailScope }): React.JSX.Element {
  const { filtro, range, grupo } = scope;
  const periodo = cellLabelOf(line.periodo, grupo, range.ate);
  const empresa = line.empresaNome ?? t.semEmpresa;
  const selection = {
    papel: filtro.papel,
    range: daysOfPoint(line.periodo, grupo, range.ate),
    empresa: line.empresaCnpj ?? filtro.empresa,
    empresaId: line.empresaId ?? filtro.empresaId,
    tipos: [line.tipoNota],
  };
  return (
    <tr>
      <td className="num" data-campo="periodo">
        {periodo}
      </td>
      <td data-campo="empresa">
        {empresa}
        {line.empresaCnpj && <span className={classes.cnpj}>{formatDocumento(line.empresaCnpj)}</span>}
      </td>
      <td data-campo="tipo">
        <TypeTag type={line.tipoNota} />
      </td>
      <NumberCells sum={detailNumbersOf(line)} selection={selection} nome={`${periodo}, ${empresa}`} />
    </tr>
  );
}

type RowSelection = Pick<PainelFilter, "papel" | "empresa" | "empresaId"> & {
  range: DayRange;
  tipos?: readonly TipoNota[];
};

/** The five numbers of a row; each count links to its documents. */
function NumberCells(props: {
  sum: DetailNumbers;
  selection: RowSelection;
  nome: string;
}): React.JSX.Element {
  const { sum, selection, nome } = props;
  const all = notasHref(selection);
  return (
    <>
      <CountCell to={all} label={t.colunas.quantidade} nome={nome} n={sum.quantidade} tom={classes.numero} />
      <td data-lado="direita" data-campo="valor" data-rotulo={t.colunas.valor} className="num">
        {formatReais(sum.valor)}
      </td>
      <CountCell
        to={notasHref({ ...selection, so: "canceladas" })}
        label={t.colunas.canceladas}
        nome={nome}
        n={sum.canceladas}
        tom={classes.ruim}
      />
      <CountCell
        to={notasHref({ ...selection, so: "divergentes" })}
        label={t.colunas.divergentes}
        nome={nome}
        n={sum.divergentes}
        tom={classes.aviso}
      />
      <CountCell
        to={notasHref({ tipos: TIPOS_NO_BADGE, ...selection, so: "abertas" })}
        label={t.colunas.naoIntegradas}
        nome={nome}
        n={sum.naoIntegradas}
        tom={classes.numero}
      />
    </>
  );
}

type CountCellProps = { to: string; label: string; nome: string; n: number; tom: string | undefined };

function CountCell({ to, label, nome, n, tom }: CountCellProps): React.JSX.Element {
  return (
    <td data-lado="direita" data-rotulo={label} className="num">
      {n === 0 ? (
        <span className={classes.nada}>{general.nenhumValor}</span>
      ) : (
        <Link to={to} className={tom} aria-label={`${formatInteger(n)} ${label}, ${nome}`}>
          {formatInteger(n)}
        </Link>
      )}
    </td>
  );
}

function PlaceholderRow(): React.JSX.Element {
  return (
    <tr>
      {["periodo", "empresa", "tipo"].map((column) => (
        <td key={column}>
          <span className={classes.espera} />
        </td>
      ))}
      {NUMBER_COLUMNS.map((column) => (
        <td key={column} data-lado="direita">
          <span className={classes.espera} />
        </td>
      ))}
    </tr>
  );
}

function keyOf({ periodo, empresaId, tipoNota }: DetailData): string {
  return `${periodo} ${empresaId} ${tipoNota}`;
}

function saveCsv(linhas: readonly DetailData[], { range, grupo }: DetailScope): void {
  const csv = writeDetailCsv(linhas, { grupo, ate: range.ate });
  const address = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${t.arquivo}-${range.de}-a-${range.ate}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
