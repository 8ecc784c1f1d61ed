import { formatDocumento, formatInteger, formatReais, TIPOS_NO_BADGE, type TipoNota } from "@malote/syntax";
import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { DateGroup, DetailData } from "../../../rpc/documents/painel.ts";
import { saveFile } from "../../../rpc/files/file-urls.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import type { Column } from "../../../ui/list/column.ts";
import { ResponsiveTable } from "../../../ui/list/ResponsiveTable.tsx";
import { TypeTag } from "../../../ui/list/TypeTag.tsx";
import type { DayRange, PainelFilter } from "../filters/painel-filter.ts";
import { notasHref } from "../list-links.ts";
import { cellLabelOf, daysOfPoint } from "../period-labels.ts";
import { TableSkeleton } from "../TableSkeleton.tsx";
import tables from "../Tables.module.css";
import { type DetailNumbers, detailNumbersOf, sumDetail, writeDetailCsv } from "./detail-totals.ts";

const { detalhe: t } = texts;
/** Rows rendered per step; the CSV file has all of them. */
const ROWS_STEP = 200;

type DetailScope = { filter: PainelFilter; range: DayRange; group: DateGroup };

/** Table by period, company and type, with totals; each count links to its documents. */
export function DetailTable(
  props: DetailScope & { rows: readonly DetailData[] | null; busy: boolean },
): React.JSX.Element {
  const { rows, busy, ...scope } = props;
  const [shown, setShown] = useState(ROWS_STEP);
  const known = rows ?? [];
  const rest = known.length - shown;
  return (
    <>
      <Group justify="space-between" gap={12} px="var(--h-gutter)" pt={14} pb={8} c="var(--text-2)">
        <p className="num">{rows ? t.linhas(formatInteger(known.length)) : general.carregando}</p>
        <span className="sem-impressao">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
            disabled={known.length === 0}
            onClick={() => saveCsv(known, scope)}
          >
            {t.baixar}
          </Button>
        </span>
      </Group>
      {rows === null ? (
        <TableSkeleton rows={12} rowHeight={40} />
      ) : (
        <Box
          component="section"
          className={`${tables.scroll} ${tables.totals}`}
          tabIndex={0}
          aria-label={t.tabela}
          aria-busy={busy}
          opacity={busy ? 0.6 : undefined}
        >
          <ResponsiveTable
            label={t.tabela}
            columns={COLUMNS}
            rows={[...known.slice(0, shown).map((row) => lineOf(row, scope)), totalLineOf(known, scope)]}
            keyOf={({ key }) => key}
            minWidth={920}
            card={cardOf}
          />
        </Box>
      )}
      {rest > 0 && (
        <Box className="sem-impressao" px="var(--h-gutter)" pt={12} pb={24}>
          <Button variant="default" onClick={() => setShown(shown + ROWS_STEP)}>
            {t.mais(formatInteger(Math.min(rest, ROWS_STEP)))}
          </Button>
        </Box>
      )}
    </>
  );
}

type LineSelection = Pick<PainelFilter, "papel" | "empresa" | "empresaId"> & {
  range: DayRange;
  tipos?: readonly TipoNota[];
};

/** A row: a period, company and type, or the total of all rows. name: of its counts, for screen readers. */
type DetailLine = {
  key: string;
  name: string;
  periodo: string;
  empresa: string;
  cnpj: string | null;
  tipo: TipoNota | null;
  numbers: DetailNumbers;
  selection: LineSelection;
};

function lineOf(row: DetailData, { filter, range, group }: DetailScope): DetailLine {
  const { periodo: period, empresaId, empresaCnpj, empresaNome, tipoNota } = row;
  const periodo = cellLabelOf(period, group, range.ate);
  const empresa = empresaNome ?? t.semEmpresa;
  return {
    key: `${period} ${empresaId} ${tipoNota}`,
    name: `${periodo}, ${empresa}`,
    periodo,
    empresa,
    cnpj: empresaCnpj,
    tipo: tipoNota,
    numbers: detailNumbersOf(row),
    selection: {
      papel: filter.papel,
      range: daysOfPoint(period, group, range.ate),
      empresa: empresaCnpj ?? filter.empresa,
      empresaId: empresaId ?? filter.empresaId,
      tipos: [tipoNota],
    },
  };
}

function totalLineOf(rows: readonly DetailData[], { filter, range }: DetailScope): DetailLine {
  return {
    key: "total",
    name: t.total,
    periodo: t.total,
    empresa: "",
    cnpj: null,
    tipo: null,
    numbers: sumDetail(rows),
    selection: { ...filter, range },
  };
}

const DASH = (
  <Text span inherit c="dimmed">
    {general.nenhumValor}
  </Text>
);

/** A column of counts, each linked to its documents. */
function countColumn(count: {
  key: Exclude<keyof DetailNumbers, "valor">;
  color?: string;
  /** What restricts the documents of the row to those counted. */
  only?: Pick<Parameters<typeof notasHref>[0], "so" | "tipos">;
}): Column<DetailLine> {
  const { key, color = "var(--text)", only } = count;
  const title = t.colunas[key];
  return {
    key,
    title,
    align: "direita",
    cell: ({ name, numbers, selection }) => {
      const number = formatInteger(numbers[key]);
      if (numbers[key] === 0) return DASH;
      return (
        <Link
          to={notasHref({ ...only, ...selection })}
          className="link num"
          style={{ color }}
          aria-label={`${number} ${title}, ${name}`}
        >
          {number}
        </Link>
      );
    },
  };
}

const COUNTS = {
  quantidade: countColumn({ key: "quantidade" }),
  canceladas: countColumn({
    key: "canceladas",
    color: "var(--bad-text)",
    only: { so: "canceladas" },
  }),
  divergentes: countColumn({
    key: "divergentes",
    color: "var(--warn-text)",
    only: { so: "divergentes" },
  }),
  naoIntegradas: countColumn({
    key: "naoIntegradas",
    only: { so: "abertas", tipos: TIPOS_NO_BADGE },
  }),
};

const COLUMNS: readonly Column<DetailLine>[] = [
  {
    key: "periodo",
    title: t.colunas.periodo,
    cell: ({ periodo }) => <span className="num">{periodo}</span>,
  },
  { key: "empresa", title: t.colunas.empresa, cell: (line) => <EmpresaOf line={line} /> },
  {
    key: "tipo",
    title: t.colunas.tipo,
    cell: ({ tipo }) => tipo && <TypeTag type={tipo} />,
  },
  COUNTS.quantidade,
  {
    key: "valor",
    title: t.colunas.valor,
    align: "direita",
    cell: ({ numbers }) => <span className="num">{formatReais(numbers.valor)}</span>,
  },
  COUNTS.canceladas,
  COUNTS.divergentes,
  COUNTS.naoIntegradas,
];

function EmpresaOf({ line: { empresa, cnpj } }: { line: DetailLine }): React.JSX.Element {
  return (
    <>
      {empresa}
      {cnpj && (
        <Text span className="t-rotulo sem-impressao" ml={8}>
          {formatDocumento(cnpj)}
        </Text>
      )}
    </>
  );
}

/** A row on a phone: company, period and type with the value, then the counts under their names. */
function cardOf(line: DetailLine): React.JSX.Element {
  return (
    <>
      {line.empresa && (
        <Text inherit component="b" fw={550}>
          <EmpresaOf line={line} />
        </Text>
      )}
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <span className="num">{line.periodo}</span>
          {line.tipo && <TypeTag type={line.tipo} />}
        </Group>
        <b className="num">{formatReais(line.numbers.valor)}</b>
      </Group>
      <Group justify="space-between" gap="4px 8px" mt={4}>
        {Object.values(COUNTS).map(({ key, title, cell }) => (
          <Stack key={key} gap={0}>
            <span className="t-rotulo">{title}</span>
            {cell(line)}
          </Stack>
        ))}
      </Group>
    </>
  );
}

function saveCsv(rows: readonly DetailData[], { range, group }: DetailScope): void {
  const csv = writeDetailCsv(rows, { grupo: group, ate: range.ate });
  const name = `${t.arquivo}-${range.de}-a-${range.ate}.csv`;
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), name);
}
