import { formatInteger, formatReais } from "@malote/syntax";
import { Box, Group, Progress, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { UfData } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { SegmentedControl } from "../../../ui/form/SegmentedControl.tsx";
import type { Column } from "../../../ui/list/column.ts";
import { DataTable } from "../../../ui/list/DataTable.tsx";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { formatShare } from "../kpis/build-kpis.ts";
import { notasHref } from "../list-links.ts";
import { boundsOf } from "../round-scale.ts";
import { TableSkeleton } from "../TableSkeleton.tsx";
import tables from "../Tables.module.css";
import classes from "./UfBreakdown.module.css";
import { UfMap } from "./UfMap.tsx";
import { FOREIGN, isUfOfMap, type Measure, measureOf, type SortOrder, sortUfs, sumUfs } from "./uf-rows.ts";

const { ufs: t } = texts;
const MEASURES = ["quantidade", "valor"] as const;

type UfTableProps = {
  rows: readonly UfData[];
  measure: Measure;
  sortOrder: SortOrder;
  onSort: (sortOrder: SortOrder) => void;
  hrefOf: (uf: string) => string;
};

/** Documents by UF of origin or destination: map and table share the highlighted UF. */
export function UfBreakdown(
  props: Pick<UfTableProps, "sortOrder" | "onSort"> & {
    rows: readonly UfData[] | null;
    filter: PainelFilter;
    range: DayRange;
    busy: boolean;
  },
): React.JSX.Element {
  const { rows, filter, range, sortOrder, onSort, busy } = props;
  const [measure, setMeasure] = useState<Measure>("quantidade");
  // Pointer and focus have separate states: a scroll to the focused row ends the hover, but must
  // keep the focus.
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const highlighted = hovered ?? focused;
  const known = rows ?? [];
  const isBusy = busy || rows === null;
  const shared = { measure, highlighted, hrefOf: (uf: string) => notasHref({ ...filter, range, uf }) };
  return (
    <Box
      className={classes.ufs}
      onPointerOver={(event) => setHovered(ufAt(event.target))}
      onPointerLeave={() => setHovered(null)}
      onFocus={(event) => setFocused(ufAt(event.target))}
      onBlur={() => setFocused(null)}
    >
      <Box px="var(--h-gutter)" pt={22} pb={24} className={classes.side}>
        <Group justify="space-between" gap={12}>
          <h2 className="t-secao">{t.titulo[filter.papel]}</h2>
          <SegmentedControl
            label={t.medida.rotulo}
            value={measure}
            options={MEASURES}
            texts={t.medida}
            onChange={setMeasure}
          />
        </Group>
        <UfMap
          rows={known}
          bounds={boundsOf(Math.max(0, ...known.map((row) => measureOf(row, measure))))}
          busy={isBusy}
          {...shared}
        />
      </Box>
      <Box
        component="section"
        pt={14}
        pb={24}
        className={`${classes.table} ${tables.totals}`}
        aria-busy={isBusy}
        aria-label={t.tabela}
        opacity={busy ? 0.6 : undefined}
      >
        {rows === null ? (
          <TableSkeleton rows={14} rowHeight={32} />
        ) : (
          <UfTable rows={rows} sortOrder={sortOrder} onSort={onSort} {...shared} />
        )}
      </Box>
    </Box>
  );
}

/** The UF of the tile or row that contains an element. */
function ufAt(target: EventTarget): string | null {
  const place = target instanceof Element ? target.closest<HTMLElement>("[data-uf], [data-linha]") : null;
  const uf = place?.dataset.uf ?? place?.dataset.linha ?? null;
  return isUfOfMap(uf) ? uf : null;
}

/** A row: a UF, foreign, unknown, or the total of all rows. measured: to draw; null without a bar. */
type UfLine = {
  key: string;
  name: string;
  quantidade: number;
  valor: string;
  measured: number | null;
  share: string;
};

function UfTable(props: UfTableProps & { highlighted: string | null }): React.JSX.Element {
  const { rows, measure, sortOrder, hrefOf, highlighted } = props;
  const navigate = useNavigate();
  const sum = sumUfs(rows);
  const whole = measure === "quantidade" ? sum.quantidade : Number(sum.valor);
  const lines = sortUfs(rows, sortOrder).map((row): UfLine => {
    const measured = measureOf(row, measure);
    return {
      key: row.uf ?? "",
      name: row.uf === FOREIGN ? t.exterior : (row.uf ?? t.desconhecida),
      quantidade: row.quantidade,
      valor: row.valor,
      measured,
      share: formatShare(measured, whole),
    };
  });
  const total: UfLine = { key: "total", name: t.total, ...sum, measured: null, share: t.contagem(sum.ufs) };
  return (
    <DataTable
      label={t.tabela}
      columns={columnsOf(props, Math.max(0, ...lines.map(({ measured }) => measured ?? 0)))}
      rows={[...lines, total]}
      keyOf={({ key }) => key}
      isSelected={({ key }) => key === highlighted}
      onOpen={({ key }) => isUfOfMap(key) && void navigate(hrefOf(key))}
    />
  );
}

/** greatest: the measure whose bar is full. */
function columnsOf({ sortOrder, onSort, hrefOf }: UfTableProps, greatest: number): Column<UfLine>[] {
  const sortable = (key: SortOrder): Pick<Column<UfLine>, "key" | "title" | "sort"> => ({
    key,
    title: (
      <UnstyledButton
        className={tables.sort}
        mih={24}
        aria-label={t.ordenar(t.colunas[key])}
        onClick={() => onSort(key)}
      >
        <Group component="span" gap={3} wrap="nowrap">
          {t.colunas[key]}
          {sortOrder === key && <IconArrowDown size={13} stroke={1.8} aria-hidden="true" />}
        </Group>
      </UnstyledButton>
    ),
    ...(sortOrder === key ? { sort: key === "uf" ? "ascending" : "descending" } : {}),
  });
  return [
    {
      ...sortable("uf"),
      cell: ({ key, name }) => <b>{isUfOfMap(key) ? <Link to={hrefOf(key)}>{name}</Link> : name}</b>,
    },
    {
      ...sortable("quantidade"),
      align: "direita",
      cell: ({ quantidade }) => <b className="num">{formatInteger(quantidade)}</b>,
    },
    {
      ...sortable("valor"),
      align: "direita",
      cell: ({ valor }) => <span className="num">{formatReais(valor)}</span>,
    },
    { key: "parte", title: t.colunas.parte, cell: (line) => <Share {...line} greatest={greatest} /> },
  ];
}

function Share({ measured, share, greatest }: UfLine & { greatest: number }): React.JSX.Element {
  if (measured === null) {
    return (
      <Text span inherit fw={400} c="var(--text-2)">
        {share}
      </Text>
    );
  }
  return (
    <Group gap={12} wrap="nowrap" justify="flex-end">
      <Progress
        value={greatest > 0 ? Math.max(1, (measured * 100) / greatest) : 0}
        size={5}
        color="var(--grafico-1)"
        flex={1}
        miw={40}
        bg="none"
        visibleFrom="xs"
        aria-hidden="true"
      />
      <span className="num">{share}</span>
    </Group>
  );
}
