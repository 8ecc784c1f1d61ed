import { formatDateTime, formatInteger } from "@malote/syntax";
import type { ChartData } from "../../../charts/chart-options.ts";
import { serverNow } from "../../../network/clock.ts";
import type { Statistics, Tops } from "../../../rpc/documents/painel.ts";
import { painelTexts } from "../../../texts/lists/painel.ts";
import { painelPrintTexts as texts } from "../../../texts/lists/painel-print.ts";
import { painelTopTexts } from "../../../texts/lists/painel-tops.ts";
import { printTexts } from "../../../texts/lists/print.ts";
import sheet from "../../../ui/print/Sheet.module.css";
import { Letterhead } from "../../../ui/print/Sheet.tsx";
import { chartDataOf, valorChartsOf } from "../charts/chart-series.ts";
import { countDays, type DayRange, formatRange, type PainelFilter } from "../filters/painel-filter.ts";
import type { Kpi } from "../kpis/build-kpis.ts";
import type { PendingItem } from "../pending/pending-items.ts";
import { formatShortReais } from "../short-reais.ts";
import { dueRowsOf, partyRowsOf, type TopRow } from "../tops/top-rows.ts";
import classes from "./PainelSheet.module.css";
import { SheetColumns } from "./SheetColumns.tsx";

/** The totals of the painel to print. conta: its name; empresa: of the filter, or all. */
export type PrintedPainel = {
  conta: string;
  empresa: string;
  userName: string;
  timeZone: string;
  filter: PainelFilter;
  range: DayRange;
  caixas: number;
  data: Statistics;
  before: Statistics | undefined;
  kpis: readonly Kpi[];
  pendingItems: readonly PendingItem[];
  tops: Tops | undefined;
};

/** KPIs with an amount in full: they take a wider column. */
const WIDE_KPIS: readonly string[] = ["emails", "dfe", "divergencias", "abertas"];

/** The totals of the painel on one sheet of A4. */
export function PainelSheet(painel: PrintedPainel): React.JSX.Element {
  const { filter, range, tops, data, before, caixas } = painel;
  const counts = chartDataOf(data, { ate: range.ate, caixas });
  const money = valorChartsOf(data, { before, papel: filter.papel, range });
  return (
    <div className={sheet.paper}>
      <article className={classes.sheet}>
        <Letterhead owner={painel.conta} kind={painelTexts.titulo} />
        <Title painel={painel} />
        <Pending items={painel.pendingItems} />
        <Kpis kpis={painel.kpis} />
        <div className={classes.pair}>
          <Chart
            data={money.total}
            by={data.dateGroup}
            format={(value) => formatShortReais(value.toFixed(2))}
          />
          <Chart data={counts.notas} by={data.dateGroup} format={formatInteger} />
        </div>
        {tops && (
          <div className={classes.pair}>
            <Rows
              title={painelTopTexts.partes[filter.papel]}
              name={painelTopTexts.colunas.nome}
              rows={partyRowsOf(tops, { filter, range })}
            />
            <Rows
              title={painelTopTexts.vencimentos[filter.papel]}
              name={painelTopTexts.colunas.vencimento}
              rows={dueRowsOf(tops, filter)}
            />
          </div>
        )}
        <footer className={`${sheet.footer} ${classes.foot}`}>
          <span>{printTexts.impressoPor(painel.userName, formatDateTime(serverNow(), painel.timeZone))}</span>
          <span>{printTexts.pagina(1, 1)}</span>
        </footer>
      </article>
    </div>
  );
}

function Title({ painel }: { painel: PrintedPainel }): React.JSX.Element {
  const { filter, range, empresa, data } = painel;
  const { periodo, papeis } = painelTexts;
  const days = `${periodo.duracao(countDays(range))}, ${periodo.por[data.dateGroup]}`;
  return (
    <header className={classes.title}>
      <h1>{formatRange(range)}</h1>
      <p className={sheet.second}>{[papeis[filter.papel], days, empresa].join(" · ")}</p>
    </header>
  );
}

function Pending({ items }: { items: readonly PendingItem[] }): React.JSX.Element | null {
  if (items.length === 0) return null;
  return (
    <section className={classes.pending} aria-label={texts.precisa}>
      <span className={sheet.second}>{texts.precisa}:</span>
      {items.map(({ key, total, title }) => (
        <span key={key}>
          <b>{total}</b> {title}
        </span>
      ))}
    </section>
  );
}

function Kpis({ kpis }: { kpis: readonly Kpi[] }): React.JSX.Element {
  const isWide = ({ chave }: Kpi): boolean => WIDE_KPIS.includes(chave);
  const ordered = [...kpis.filter(isWide), ...kpis.filter((kpi) => !isWide(kpi))];
  return (
    <ul className={classes.kpis}>
      {ordered.map((kpi) => (
        <li key={kpi.chave} data-wide={isWide(kpi) || undefined}>
          <p className={sheet.second}>{kpi.nome}</p>
          <p className={classes.number}>{kpi.numero}</p>
          <p className={sheet.second}>{isWide(kpi) ? (kpi.inteira ?? kpi.nota) : kpi.nota}</p>
        </li>
      ))}
    </ul>
  );
}

function Chart(props: {
  data: ChartData;
  by: Statistics["dateGroup"];
  format: (value: number) => string;
}): React.JSX.Element {
  const { data, by, format } = props;
  return (
    <section>
      <h2>{texts.porPeriodo(data.title, painelTexts.periodo.por[by])}</h2>
      <SheetColumns data={data} format={format} />
      {data.before && <p className={sheet.second}>{texts.linhaAntes(data.before.name)}</p>}
    </section>
  );
}

function Rows(props: { title: string; name: string; rows: readonly TopRow[] }): React.JSX.Element {
  const { title, name, rows } = props;
  const { colunas } = painelTopTexts;
  return (
    <section>
      <h2>{title}</h2>
      <table className={`${sheet.table} ${classes.table}`}>
        <thead>
          <tr>
            <th>{name}</th>
            <th className={`${classes.count} ${sheet.end}`}>{colunas.notas}</th>
            <th className={`${classes.amount} ${sheet.end}`}>{colunas.valor}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name: label, note, valor }) => (
            <tr key={key}>
              <td>{label}</td>
              <td className={`${classes.count} ${sheet.end} ${sheet.second}`}>{note.split(" ")[0]}</td>
              <td className={`${classes.amount} ${sheet.end}`}>{valor}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
