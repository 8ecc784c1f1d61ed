import { formatInteger, formatReais } from "@malote/syntax";
import { IconArrowDown } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { UfData } from "../../../rpc/documents/painel.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { SegmentedControl } from "../filters/SegmentedControl.tsx";
import { formatShare } from "../kpis/build-kpis.ts";
import { notasHref } from "../list-links.ts";
import { boundsOf } from "../round-scale.ts";
import classes from "./UfBreakdown.module.css";
import { type UfHighlight, UfMap } from "./UfMap.tsx";
import {
  FOREIGN,
  isUfOfMap,
  type Measure,
  measureOf,
  SORT_ORDERS,
  type SortOrder,
  sortUfs,
  sumUfs,
} from "./uf-rows.ts";

const { ufs: t } = texts;
const PLACEHOLDERS = Array.from({ length: 14 }, (_, row) => row);

/** Documents by UF of origin or destination: map and table share the highlighted UF. */
export function UfBreakdown(props: {
  rows: readonly UfData[] | null;
  filter: PainelFilter;
  range: DayRange;
  sortOrder: SortOrder;
  onSort: (sortOrder: SortOrder) => void;
  busy: boolean;
}): React.JSX.Element {
  const { rows, filter, range, sortOrder, onSort, busy } = props;
  const [medida, setMeasure] = useState<Measure>("quantidade");
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // Pointer and focus have separate states: a scroll to the focused row ends the hover, but must
  // keep the focus.
  const highlight: UfHighlight = {
    highlighted: hovered ?? focused,
    onHover: setHovered,
    onFocusUf: setFocused,
  };
  const hrefOf = (uf: string): string => notasHref({ ...filter, range, uf });
  const known = rows ?? [];
  const bounds = boundsOf(Math.max(0, ...known.map((line) => measureOf(line, medida))));
  return (
    <div className={classes.ufs}>
      <div className={classes.lado}>
        <div className={classes.topo}>
          <h2 className="t-secao">{t.titulo[filter.papel]}</h2>
          <SegmentedControl
            rotulo={t.medida.rotulo}
            valor={medida}
            options={(["quantidade", "valor"] as const).map((value) => ({
              valor: value,
              rotulo: t.medida[value],
            }))}
            onChange={setMeasure}
          />
        </div>
        <UfMap
          rows={known}
          measure={medida}
          bounds={bounds}
          {...highlight}
          hrefOf={hrefOf}
          busy={busy || rows === null}
        />
      </div>
      <section className={classes.tabela} aria-busy={busy || rows === null} aria-label={t.tabela}>
        <UfTable
          rows={rows}
          medida={medida}
          sortOrder={sortOrder}
          onSort={onSort}
          {...highlight}
          hrefOf={hrefOf}
        />
      </section>
    </div>
  );
}

type UfTableProps = UfHighlight & {
  rows: readonly UfData[] | null;
  medida: Measure;
  sortOrder: SortOrder;
  onSort: (sortOrder: SortOrder) => void;
  hrefOf: (uf: string) => string;
};

function UfTable(props: UfTableProps): React.JSX.Element {
  const { rows, medida, sortOrder, onSort } = props;
  const sum = sumUfs(rows ?? []);
  const whole = medida === "quantidade" ? sum.quantidade : Number(sum.valor);
  const greatest = Math.max(0, ...(rows ?? []).map((line) => measureOf(line, medida)));
  const partes = { todo: whole, maior: greatest };
  return (
    <table>
      <thead>
        <tr>
          {(["uf", "quantidade", "valor"] as const).map((column) => (
            <th
              key={column}
              scope="col"
              data-lado={column === "uf" ? undefined : "direita"}
              aria-sort={sortOrder === column ? (column === "uf" ? "ascending" : "descending") : undefined}
            >
              <button
                type="button"
                className={classes.ordem}
                aria-label={t.ordenar(t.colunas[column])}
                onClick={() => onSort(column)}
              >
                {t.colunas[column]}
                {sortOrder === column && <IconArrowDown size={13} stroke={1.8} aria-hidden="true" />}
              </button>
            </th>
          ))}
          <th scope="col">{t.colunas.parte}</th>
        </tr>
      </thead>
      <tbody>
        {rows === null
          ? PLACEHOLDERS.map((row) => <PlaceholderRow key={row} />)
          : sortUfs(rows, sortOrder).map((line) => (
              <UfRow key={line.uf ?? ""} line={line} partes={partes} {...props} />
            ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{t.total}</td>
          <td data-lado="direita" className="num">
            {rows ? formatInteger(sum.quantidade) : general.nenhumValor}
          </td>
          <td data-lado="direita" className="num">
            {rows ? formatReais(sum.valor) : general.nenhumValor}
          </td>
          <td>{rows && t.contagem(sum.ufs)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function UfRow(
  props: Pick<UfTableProps, "medida" | "hrefOf" | keyof UfHighlight> & {
    line: UfData;
    partes: { todo: number; maior: number };
  },
): React.JSX.Element {
  const { line, medida, highlighted, onHover, onFocusUf, hrefOf, partes } = props;
  const navigate = useNavigate();
  const uf = isUfOfMap(line.uf) ? line.uf : null;
  const name = line.uf === FOREIGN ? t.exterior : (line.uf ?? t.desconhecida);
  const measured = measureOf(line, medida);
  return (
    <tr
      data-alvo={(uf !== null && highlighted === uf) || undefined}
      onPointerEnter={() => onHover(uf)}
      onPointerLeave={() => onHover(null)}
      onClick={() => uf && void navigate(hrefOf(uf))}
      style={uf ? { cursor: "pointer" } : undefined}
    >
      <td className={classes.nome}>
        {uf ? (
          <Link to={hrefOf(uf)} onFocus={() => onFocusUf(uf)} onBlur={() => onFocusUf(null)}>
            {name}
          </Link>
        ) : (
          name
        )}
      </td>
      <td data-lado="direita" className={`${classes.nome} num`}>
        {formatInteger(line.quantidade)}
      </td>
      <td data-lado="direita" className="num">
        {formatReais(line.valor)}
      </td>
      <td>
        <div className={classes.parte}>
          <span className={classes.trilho}>
            <span style={{ width: `${partes.maior > 0 ? (measured * 100) / partes.maior : 0}%` }} />
          </span>
          <span className="num">{formatShare(measured, partes.todo)}</span>
        </div>
      </td>
    </tr>
  );
}

function PlaceholderRow(): React.JSX.Element {
  return (
    <tr>
      {SORT_ORDERS.map((column) => (
        <td key={column} data-lado={column === "uf" ? undefined : "direita"}>
          <span className={classes.espera} />
        </td>
      ))}
      <td>
        <span className={classes.espera} />
      </td>
    </tr>
  );
}
